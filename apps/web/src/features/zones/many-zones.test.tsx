import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { locator } from '../../lib/geolocation/locator.ts'
import type { PositionReading } from '../../lib/geolocation/reading.ts'
import { matchesWords } from '../../lib/session/matches-words.ts'
import { zoneSelectionStore } from '../../lib/session/zone-selection-store.ts'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp, renderPage } from '../../testing/render.tsx'

const toId = (n: number) => `0192f0c0-0000-7000-8000-${String(n).padStart(12, '0')}`
const clientAdminRole = { myRole: 'client_admin' as const }
/** The first page of the list, with two zones. */
const firstZones = [
  aZone({ ...clientAdminRole, id: toId(1), name: 'Anchorage' }),
  aZone({ ...clientAdminRole, id: toId(2), name: 'Basin' }),
]
const farZone = aZone({ ...clientAdminRole, id: toId(700), name: 'Zenith dock', maxCapacity: null })
const nearZone20: PositionReading = {
  lat: 28.61,
  lng: 77.391,
  accuracyMeters: 5,
  altitudeMeters: null,
  altitudeAccuracyMeters: null,
  headingDegrees: null,
  speedMps: null,
  capturedAt: '2026-01-01T08:00:00.000Z',
}
const allZones = [...firstZones, farZone]

const onCall = vi.fn()
beforeEach(() => onCall.mockClear())
afterEach(() => vi.restoreAllMocks())
const inputsOfCall = (name: string) =>
  onCall.mock.calls.filter(([calledName]) => calledName === name).map(([, input]) => input)

/**
 * Fakes a server that sends zones in pages of two. If `refuses` returns true, it rejects further pages and requests for a single
 * zone, with an error that is not retried automatically.
 */
function serveManyZones(
  role: 'admin' | 'client_admin',
  refuses: () => boolean = () => false,
  extraHandlers: Handlers = {},
) {
  fakeServer(
    {
      ...createServerHandlers(role),
      'zones/mine': () => answer({ zones: firstZones, total: 612 }),
      'zones/available': ({ search, zoneId, cursor }) => {
        if ((zoneId || cursor) && refuses()) return refusal(429, 'TOO_MANY_REQUESTS', 'Too many attempts.')
        const matches = allZones.filter(zone => matchesWords(zone, search) && (!zoneId || zone.id === zoneId))
        return cursor
          ? answer({ rows: matches.slice(2), next: null })
          : answer({ rows: matches.slice(0, 2), next: matches.length > 2 ? 'next' : null })
      },
      'presence/mine': () => answer({ zones: [] }),
      'zones/enter': () => answer({ entryExpiresAt: null }),
      ...extraHandlers,
    },
    onCall,
  )
  signIn()
}

it('My Zones shows the total, loads more, and finds zones beyond the first page', async () => {
  serveManyZones('admin')
  const app = renderPage('/zone-manager-zones')
  const user = userEvent.setup()
  expect(await screen.findByText('612')).toBeTruthy()
  expect(await screen.findByRole('article', { name: 'Basin' })).toBeTruthy()
  // The list loads more automatically when scrolled near its end.
  expect(await screen.findByRole('article', { name: 'Zenith dock' })).toBeTruthy()
  await user.type(screen.getByLabelText('Search zones'), 'zenith')
  await vi.waitFor(() => expect(screen.queryByRole('article', { name: 'Basin' })).toBeNull())
  expect(inputsOfCall('zones/available')).toContainEqual({ search: 'zenith' })
  expect(app.path()).toContain('q=zenith')
  await user.click(screen.getByRole('button', { name: 'View Zenith dock' }))
  expect(await screen.findByRole('region', { name: 'Zenith dock' })).toBeTruthy()
})

it('a starred zone comes first, and the star is announced immediately', async () => {
  const getCurrentZones = () =>
    firstZones.map(zone => ({
      ...zone,
      starred: zone.name === 'Basin' && inputsOfCall('zones/star').length > 0,
    }))
  serveManyZones('admin', undefined, {
    'zones/star': ({ starred }) => answer({ starred }),
    'zones/mine': () => answer({ zones: getCurrentZones(), total: 612 }),
    'zones/available': () => answer({ rows: getCurrentZones(), next: null }),
  })
  renderPage('/zone-manager-zones')
  const starButton = await screen.findByRole('button', { name: 'Star Basin', pressed: false })
  await userEvent.setup().click(starButton)
  expect(await screen.findByRole('button', { name: 'Star Basin', pressed: true })).toBeTruthy()
  const cardLabelIds = screen.getAllByRole('article').map(card => card.getAttribute('aria-labelledby') ?? '')
  expect(cardLabelIds.map(name => document.getElementById(name)?.textContent).slice(0, 2)).toEqual([
    'Basin',
    'Anchorage',
  ])
  expect(inputsOfCall('zones/star')).toEqual([{ zoneId: toId(2), starred: true }])
})

it('the details of a zone beyond the first page open from the URL', async () => {
  serveManyZones('admin')
  renderPage(`/zone-manager-zones?zone=${farZone.id}`)
  expect(await screen.findByRole('region', { name: 'Zenith dock' })).toBeTruthy()
})

it('a failure to load the details of a zone beyond the first page is shown, with a retry', async () => {
  let isFailing = true
  serveManyZones('admin', () => isFailing)
  renderPage(`/zone-manager-zones?zone=${farZone.id}`)
  const drawer = within(await screen.findByRole('region', { name: 'Zone' }))
  expect(drawer.getByText('Failed to load zone details')).toBeTruthy()
  expect(drawer.queryByText('Zone not found')).toBeNull()
  isFailing = false
  await userEvent.setup().click(drawer.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('region', { name: 'Zenith dock' })).toBeTruthy()
})

it('the map viewer shows that there are more zones, and its search finds them with their occupancy', async () => {
  serveManyZones('admin')
  renderPage('/zone-selector')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('combobox', { name: 'Zone' }))
  expect(await screen.findByText('There are more. Type to search.')).toBeTruthy()
  const field = screen.getByRole('combobox', { name: 'Zone' })
  await user.clear(field)
  await user.type(field, 'zenith')
  await user.click(await screen.findByRole('option', { name: 'Zenith dock (3/∞)' }))
  expect(await screen.findByRole('region', { name: 'Map of Zenith dock' })).toBeTruthy()
})

it('the zone selection finds a zone beyond the first page, and selects it', async () => {
  serveManyZones('client_admin')
  const app = renderPage('/zone-selection')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Search zones'), 'dock')
  const card = within(await screen.findByRole('article', { name: 'Zenith dock' }))
  await user.click(card.getByRole('button', { name: 'Select Zone' }))
  await vi.waitFor(() => expect(app.path()).toBe('/dashboard'))
  expect(zoneSelectionStore.get(aProfile().id)).toBe(farZone.id)
})

it('the zone picker searches many zones, and keeps a selected zone beyond the first page after a reload', async () => {
  serveManyZones('client_admin')
  zoneSelectionStore.set(aProfile().id, farZone.id)
  renderApp('/dashboard')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Selected Zone: Zenith dock' }))
  expect(inputsOfCall('zones/available')).toContainEqual({ zoneId: farZone.id })
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getByText('Available Zones')).toBeTruthy()
  expect(menu.getByRole('menuitem', { name: 'Manage Zones' })).toBeTruthy()
  await user.type(menu.getByLabelText('Search zones'), 'basin')
  await vi.waitFor(() => expect(menu.queryByRole('menuitem', { name: 'Anchorage' })).toBeNull())
  await user.click(await menu.findByRole('menuitem', { name: 'Basin' }))
  expect(await screen.findByRole('button', { name: 'Selected Zone: Basin' })).toBeTruthy()
})

it('the zone selection lists recently used zones first, a few at a time, and the picker stays short; both mark the nearest', async () => {
  const zones = Array.from({ length: 30 }, (_, n) =>
    aZone({
      ...clientAdminRole,
      id: toId(n + 1),
      name: `Zone ${n + 1}`,
      invited: n === 15,
      center: { lat: 28.6, lng: 77.2 + n / 100 },
    }),
  )
  vi.spyOn(locator, 'known').mockReturnValue(nearZone20)
  fakeServer({ ...createServerHandlers('client_admin', zones), 'presence/mine': () => answer({ zones: [] }) })
  signIn()
  for (const n of [20, 25]) zoneSelectionStore.set(aProfile().id, toId(n))
  const app = renderPage('/zone-selection')
  const user = userEvent.setup()
  const getCardNames = () => screen.getAllByRole('article').map(card => card.querySelector('h2')?.textContent)
  const hint = 'There are more. Type to search.'
  await screen.findByRole('article', { name: 'Zone 25' })
  expect(getCardNames().slice(0, 4)).toEqual(['Zone 16', 'Zone 25', 'Zone 20', 'Zone 1'])
  expect(within(screen.getByRole('article', { name: 'Zone 20' })).getByText('Nearest')).toBeTruthy()
  expect(screen.getByText(hint)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(screen.queryByText(hint)).toBeNull()
  await user.type(screen.getByLabelText('Search zones'), '29')
  await vi.waitFor(() => expect(getCardNames()).toEqual(['Zone 29']))
  app.unmount()
  renderApp('/dashboard')
  await user.click(await screen.findByRole('button', { name: 'Selected Zone: Zone 25' }))
  const menu = within(await screen.findByRole('menu'))
  const getMenuItems = () => menu.getAllByRole('menuitem').map(item => item.textContent)
  expect(getMenuItems().slice(0, 4)).toEqual(['Zone 16', 'Zone 25', 'Zone 20Nearest', 'Zone 1'])
  expect(menu.getByText(hint)).toBeTruthy()
  await user.type(menu.getByLabelText('Search zones'), '29')
  expect(await menu.findByRole('menuitem', { name: 'Zone 29' })).toBeTruthy()
})
