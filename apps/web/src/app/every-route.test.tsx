import { can } from '@muster/domain/permission.ts'
import { type Role, roles } from '@muster/domain/role.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { paths } from '../lib/paths.ts'
import { zoneSelectionStore } from '../lib/session/zone-selection-store.ts'
import { answer, fakeServer, refusal } from '../testing/fake-server.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../testing/people.ts'
import { renderPage } from '../testing/render.tsx'
import { createCommands } from './shell/commands.ts'
import { getMenu, getPlaces } from './shell/menu.ts'

/** Paths for people who are not signed in, or who follow a link in an email. */
const guestPaths: readonly string[] = [
  paths.login,
  paths.signUp,
  paths.forgotPassword,
  paths.resetPassword,
  paths.confirmEmail,
  paths.confirmEmailChange,
  paths.undoEmailChange,
  paths.singleSignOn,
  paths.join,
  // The menu has it for captains only.
  paths.captain,
  // Opened on the tablet by hand, and by the poster on a visitor’s phone.
  paths.kiosk,
  '/visit/$token',
  '/visiting/$token',
]
/** Other paths that lead to the same screen as the key. */
const aliasesByPath: Record<string, readonly string[]> = {
  [paths.dashboard]: [paths.superAdmin, paths.superAdminDashboard],
  [paths.superAdmin]: [paths.superAdminDashboard, paths.dashboard],
  // People who manage no zone use Zone Presence instead, which shows the same cards.
  [paths.myZones]: [paths.managerZones],
  [paths.documents]: [paths.files, paths.appUserDocuments, paths.documentsManager],
}

/** Collects every path that the menu, the palette or the footer offers to a role. */
function findReachablePaths(role: Role): Set<string> {
  const commands = createCommands({
    places: getPlaces(role, { hasZones: true }),
    acts: [],
    zones: [],
    allZones: [],
    chooseZone: () => undefined,
    toggleSidebar: () => undefined,
    setAppearance: () => undefined,
    signOut: () => undefined,
  })
  const targets = commands.flatMap(({ group, address }) => (group === 'Go to' && address ? [address.to] : []))
  return new Set(targets.flatMap(path => [path, ...(aliasesByPath[path] ?? [])]))
}

/**
 * True in `npm run prove -- screens`, which visits every path with every role. The test run visits a path with the roles beside which
 * a role differs in having a link to it, and with the first role if it has none and the last if it has one.
 */
const isLongForm = process.env.SCREENS === 'all'
const linkedPathsByRole = new Map(roles.map(role => [role, findReachablePaths(role)]))

function mustVisit(role: Role, path: string): boolean {
  const hasLink = (it: Role) => linkedPathsByRole.get(it)?.has(path) ?? false
  const index = roles.indexOf(role)
  const neighbours = roles.filter((_, at) => Math.abs(at - index) === 1)
  return (
    isLongForm ||
    role === (hasLink(role) ? roles.at(-1) : roles[0]) ||
    neighbours.some(it => hasLink(it) !== hasLink(role))
  )
}

const refusalPattern = /You (don’t|do not) have permission|This page is for administrators/

/** The number of calls without a response. */
let pendingCalls = 0
function countCalls() {
  const originalFetch = fetch
  vi.stubGlobal('fetch', (request: Request) => {
    pendingCalls++
    return originalFetch(request).finally(() => pendingCalls--)
  })
}

/**
 * Waits until the page has rendered every response and sends no more calls. A response takes a few ticks to render and may trigger
 * another call.
 */
async function waitForResponses(): Promise<void> {
  for (let quietTicks = 0; quietTicks < 5; quietTicks++) {
    await act(() => new Promise(resolve => setTimeout(resolve)))
    if (pendingCalls > 0) quietTicks = 0
  }
}

/** Opens a path and returns whether its screen opened. A refusal or a redirect counts as closed. */
async function visit(app: ReturnType<typeof renderPage>, path: string): Promise<'open' | 'closed'> {
  await act(() => app.router.navigate({ to: path }))
  await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 }).length).toBeGreaterThan(0))
  await waitForResponses()
  const isAtPath = app.path().split('?')[0] === path
  return isAtPath && !refusalPattern.test(document.body.textContent ?? '') ? 'open' : 'closed'
}

it.each(roles)('every screen that a %s may open has a link to it', { timeout: 240_000 }, async role => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const zone = aZone({
    myRole: role,
    entryExpiresAt: '2036-01-01T00:00:00.000Z',
  })
  fakeServer({
    ...createServerHandlers(role, [
      zone,
      { ...zone, id: '0192f0c0-0000-7000-8000-000000000102', name: 'South gate' },
    ]),
    'zones/get': () => answer(zone),
    // These pages check permissions with their first request.
    ...(!can(role, 'view_attendance') && { 'presence/zoneDay': () => refusal(403, 'FORBIDDEN', 'No') }),
    ...(!can(role, 'create_zones') &&
      !can(role, 'edit_zones') && { 'imports/list': () => refusal(403, 'FORBIDDEN', 'No') }),
    ...(role !== 'super_admin' && { 'maps/settings': () => refusal(403, 'FORBIDDEN', 'No') }),
  })
  countCalls()
  signIn()
  zoneSelectionStore.set(aProfile().id, zone.id)
  const app = renderPage(paths.settings)
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  const linkedPaths = linkedPathsByRole.get(role) ?? new Set()
  const { entries, more } = getMenu(role, true)
  const furtherPaths = getPlaces(role, { hasZones: true })
    .map(({ to }) => to as string)
    .filter(it => ![...entries, ...more].some(({ to }) => to === it))
    .filter(it => it === paths.zoneMap || mustVisit(role, it))
  const pathsToVisit = Object.values(paths).filter(
    it =>
      it === paths.zoneMap ||
      furtherPaths.includes(it) ||
      (!guestPaths.includes(it) && !linkedPaths.has(it) && mustVisit(role, it)),
  )
  const openPaths: string[] = []
  for (const path of pathsToVisit) if ((await visit(app, path)) === 'open') openPaths.push(path)
  cleanup()
  expect(openPaths.filter(path => !linkedPaths.has(path)).join()).toBe('')
  // Makes sure that the test opened the screens instead of skipping them.
  expect(openPaths).toContain(paths.zoneMap)
  // No link to an existing screen leads to a refusal.
  expect(furtherPaths.filter(path => !openPaths.includes(path)).join()).toBe('')
})
