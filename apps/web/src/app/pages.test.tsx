import { limits } from '@muster/domain/limits.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeServer } from '../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../testing/people.ts'
import { renderApp } from '../testing/render.tsx'
import { notify } from '../ui/toast/notify.ts'
import { createAppRouter } from './router.tsx'

const toastRemovalMs = 1_000_000
const { routesByPath } = createAppRouter()
const getStaticData = (path: string) => routesByPath[path as keyof typeof routesByPath].options.staticData

it.each([
  ['/dashboard', 'Dashboard'],
  ['/zones', 'Zones'],
  ['/my-zones', 'Zone Presence'],
  ['/users', 'Users'],
  ['/hazards', 'Notify'],
  ['/broadcasts', 'Broadcasts'],
  ['/reports', 'Reports'],
  ['/files', 'Files & Folders'],
  ['/documents', 'Documents'],
  ['/groups', 'Groups'],
  ['/settings', 'Settings'],
  ['/security', 'Security'],
  ['/alerts', 'Alerts'],
  ['/zone-app-users', 'App Users'],
  ['/zones/$zoneId', 'Zone'],
])('the title of %s is %s', (path, title) => expect(getStaticData(path)?.title).toBe(title))

it.each([
  ['/zones', true],
  ['/zones/$zoneId', true],
  ['/zone-app-users', true],
  ['/my-zones', true],
  ['/settings', undefined],
])('%s is about zones: %s', (path, expected) => expect(getStaticData(path)?.aboutZones).toBe(expected))

it.each([
  ['app_user', 'Notifications'],
  ['client_admin', 'Notifications'],
  ['zone_manager_rw', 'Notify'],
] as const)('the browser tab names the notifications of a %s %s, like the menu', async (role, title) => {
  fakeServer(
    createServerHandlers(role, [aZone({ myRole: role, entryExpiresAt: '2036-01-01T00:00:00.000Z' })]),
  )
  signIn()
  const app = renderApp('/settings')
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  await app.router.navigate({ to: '/hazards' })
  await waitFor(() => expect(document.title).toBe(`${title} · Muster`))
})

it('the header, the browser tab and the notices follow the page', async () => {
  const turnPageSpy = vi.spyOn(notify, 'turnPage')
  fakeServer(createServerHandlers('admin'))
  signIn()
  const app = renderApp('/settings')
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  await waitFor(() => expect(document.title).toBe('Settings · Muster'))
  expect(screen.getAllByRole('banner')[0]?.textContent).toContain('Settings')
  expect(turnPageSpy).toHaveBeenLastCalledWith({ failuresMs: toastRemovalMs })
  await app.router.navigate({ to: '/zones' })
  await waitFor(() => expect(document.title).toBe('Zones · Muster'))
  expect(turnPageSpy).toHaveBeenLastCalledWith({ failuresMs: limits.zoneToastMs })
})
