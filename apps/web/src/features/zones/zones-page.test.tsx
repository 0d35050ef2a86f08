import type { MyZone } from '@muster/contract/zones.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { openDraft } from '../../lib/drafts/draft-store.ts'
import { FakeSocket } from '../../live/fake-socket.ts'
import { stubDevice } from '../../testing/device.ts'
import { answer, failNetwork, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { createInsideHandlers } from '../../testing/inside.ts'
import { aZone, createServerHandlers, signIn, toListedZone } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import { aVerdict } from '../presence/testing/check-server.ts'
import { filterZones } from './filter-zones.ts'

const north = aZone()
const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const south = aZone({
  id: '0192f0c0-0000-7000-8000-000000000102',
  name: 'South gate',
  status: 'suspended',
})

const ownDraft = openDraft<{ name: string }>('zone', '0192f0c0-0000-7000-8000-000000000001')

/** Simulates the list of all zones as the server sends it to an internal admin, with search and filter. */
const zonesHandlers = (zones: MyZone[]) =>
  ({
    'zones/all': ({ search, status, cursor, limit = 50 }) => {
      const matches = filterZones(zones, { q: search, status })
      const start = Number(cursor ?? 0)
      const end = start + Number(limit)
      return answer({
        rows: matches.slice(start, end).map(toListedZone),
        next: end < matches.length ? String(end) : null,
      })
    },
    'zones/counts': () => answer({ all: zones.length, active: 0, pending: 0, suspended: 0 }),
    'zones/get': ({ zoneId }) => {
      const matchingZone = zones.find(({ id }) => id === zoneId)
      return matchingZone ? answer(matchingZone) : refusal(404, 'ZONE_NOT_FOUND', 'Zone not found')
    },
  }) satisfies Handlers

const adminHandlers = {
  ...createServerHandlers('super_admin', [north]),
  ...zonesHandlers([north, south]),
  'presence/mine': () => answer({ zones: [] }),
  ...createInsideHandlers({ zoneId: north.id, maxCapacity: 50 }, []),
}
const getCardNames = () => screen.queryAllByRole('article').map(card => card.querySelector('h2')?.textContent)

it('search and filter are stored in the URL, and both can be cleared', async () => {
  fakeServer(adminHandlers)
  signIn()
  const app = renderPage('/zones')
  await waitFor(() => expect(getCardNames()).toEqual(['North yard', 'South gate']))
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox', { name: 'Search zones' }), 'gate')
  await waitFor(() => expect(getCardNames()).toEqual(['South gate']))
  expect(app.path()).toContain('q=gate')
  await user.type(screen.getByRole('searchbox', { name: 'Search zones' }), 'x')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(getCardNames()).toHaveLength(2))
})

it('uses the status from the URL and shows a suspended zone without a check', async () => {
  fakeServer(adminHandlers)
  signIn()
  renderPage('/zones?status=suspended')
  await waitFor(() => expect(getCardNames()).toEqual(['South gate']))
  const card = within(screen.getByRole('article', { name: 'South gate' }))
  expect(card.getByText('Suspended')).toBeTruthy()
  expect(card.queryByRole('button', { name: 'Check Position' })).toBeNull()
})

it('View opens the details under their own URL; Escape closes them', async () => {
  fakeServer(adminHandlers)
  signIn()
  const app = renderPage('/zones')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'View North yard' }))
  // Nothing answers the feed's socket, so without this the panel would show presence as outdated after two seconds.
  act(() => connectionStore.set('live'))
  const drawer = within(await screen.findByRole('region', { name: 'North yard' }))
  expect(app.path()).toContain(`zone=${north.id}`)
  expect(await drawer.findByRole('region', { name: 'Zone Information' })).toBeTruthy()
  expect(drawer.getByRole('region', { name: 'Zone Boundaries' }).textContent).toContain('2.000000, 1.000000')
  expect(await drawer.findByText('Nobody is inside right now.')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(app.path()).not.toContain('zone='))
})

it('coordinates and details that fail to load show an error in their place, with Retry', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  stubDevice()
  let serverWorks = false
  const refuseForNow = () => refusal(429, 'TOO_MANY_REQUESTS', 'Please wait.')
  fakeServer({
    ...adminHandlers,
    'zones/get': () => (serverWorks ? answer(north) : refuseForNow()),
    'presence/checkUserInZone': () => answer(aVerdict({ zoneId: north.id, zoneName: north.name })),
  })
  signIn()
  renderPage('/zones')
  const user = userEvent.setup()
  const card = within(await screen.findByRole('article', { name: 'North yard' }))
  await user.click(card.getByRole('button', { name: 'Check Position' }))
  const sketch = within(await card.findByRole('status', { name: 'Position in North yard' }))
  expect(await sketch.findByText('Failed to load zone coordinates')).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'View North yard' }))
  const drawer = within(await screen.findByRole('region', { name: 'North yard' }))
  expect(await drawer.findByText('Failed to load zone details')).toBeTruthy()
  expect(screen.queryByTestId('notice')?.textContent ?? '').not.toContain('Failed to load')
  serverWorks = true
  await user.click(drawer.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(sketch.queryByText('Failed to load zone coordinates')).toBeNull())
  expect(drawer.queryByText('Failed to load zone details')).toBeNull()
})

it('a read-only manager sees only the selected zone, and no Create Zone', async () => {
  const myZones = [north, aZone({ id: '0192f0c0-0000-7000-8000-000000000103', name: 'West pier' })].map(
    zone => ({ ...zone, myRole: 'zone_manager_ro' as const, entryExpiresAt: '2036-01-01T00:00:00.000Z' }),
  )
  fakeServer({ ...adminHandlers, ...createServerHandlers('zone_manager_ro', myZones) })
  sessionStorage.setItem('muster.zone.0192f0c0-0000-7000-8000-000000000001', north.id)
  signIn()
  renderPage('/zones')
  await waitFor(() => expect(getCardNames()).toEqual(['North yard']))
  expect(screen.queryByRole('button', { name: 'Create Zone' })).toBeNull()
})

async function openForm() {
  signIn()
  renderPage('/zones')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Create Zone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Normal Zone' }))
  return { user, dialog, submit: () => user.click(dialog.getByRole('button', { name: 'Create Zone' })) }
}

it('Create Zone lists every missing field', async () => {
  fakeServer(adminHandlers)
  const { dialog, submit } = await openForm()
  await submit()
  expect(await dialog.findByText('Zone name is required')).toBeTruthy()
  for (const field of ['start latitude', 'start longitude', 'end latitude', 'end longitude']) {
    expect(dialog.getByText(`Valid ${field} is required`)).toBeTruthy()
  }
})

it('missing fields are also listed together at the top, joined with commas, until they are filled in', async () => {
  fakeServer(adminHandlers)
  const { user, dialog, submit } = await openForm()
  await user.type(dialog.getByLabelText('Start corner latitude'), '1')
  await user.type(dialog.getByLabelText('Start corner longitude'), '1')
  await user.type(dialog.getByLabelText('End corner latitude'), '2')
  expect(dialog.queryByRole('alert')).toBeNull()
  await submit()
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Zone name is required, Valid end longitude is required',
  )
})

it('From Location fills the corners and keeps the error in the capacity field', async () => {
  stubDevice({ longitude: 2.5 })
  fakeServer(adminHandlers)
  const { user, dialog, submit } = await openForm()
  await user.type(dialog.getByLabelText('Max capacity'), '-5')
  await submit()
  const capacityMessage = 'Max capacity must be a positive number'
  expect(await dialog.findByText(capacityMessage)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'From Location' }))
  const latitude = dialog.getByLabelText<HTMLInputElement>('Start corner latitude')
  await waitFor(() => expect(latitude.value).not.toBe(''))
  expect(dialog.queryByText('Valid start latitude is required')).toBeNull()
  expect(dialog.getByText(capacityMessage)).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Max capacity').value).toBe('-5')
})

it('a draft is shown only to the person who typed it', async () => {
  openDraft<{ name: string }>('zone', 'somebody-else').save({ name: 'Theirs' })
  ownDraft.save({ name: 'Mine' })
  fakeServer(adminHandlers)
  const { dialog } = await openForm()
  expect(dialog.getByLabelText<HTMLInputElement>(/Zone name/).value).toBe('Mine')
})

it('search and status filter are available to admins with a single zone', async () => {
  fakeServer({ ...adminHandlers, ...zonesHandlers([north]) })
  signIn()
  renderPage('/zones')
  await waitFor(() => expect(getCardNames()).toEqual(['North yard']))
  expect(screen.getByRole('searchbox', { name: 'Search zones' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Status' })).toBeTruthy()
})

it.each([
  ['/zones', false],
  ['/zones?q=north', true],
] as const)('at %s a person with a single zone of their own has a search: %s', async (address, hasSearch) => {
  fakeServer(
    createServerHandlers('zone_manager_rw', [
      { ...north, myRole: 'zone_manager_rw', entryExpiresAt: '2036-01-01T00:00:00.000Z', invited: false },
    ]),
  )
  signIn()
  renderPage(address)
  await waitFor(() => expect(getCardNames()).toEqual(['North yard']))
  expect(screen.queryByRole('searchbox', { name: 'Search zones' }) !== null).toBe(hasSearch)
})

it('Get Location shows one’s position and the distance of each zone, and reports a failure', async () => {
  const device = stubDevice({ longitude: 2.5, refuses: 1 })
  fakeServer(adminHandlers)
  signIn()
  renderPage('/zones')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Get Location' }))
  expect(await screen.findByText('Failed to get your current location')).toBeTruthy()
  expect(device.optionsPerCall).toEqual([{ enableHighAccuracy: true, timeout: 30_000, maximumAge: 60_000 }])
  device.refuses = undefined
  await user.click(await screen.findByRole('button', { name: 'Get Location' }))
  expect(await screen.findByText('You are at 1.500000, 2.500000 (±8 m good)')).toBeTruthy()
  // The list of all zones contains no shapes, so the zone's shape is fetched now.
  const card = within(screen.getByRole('article', { name: 'North yard' }))
  expect(await card.findByText(/^From you: 55,5\d\d m to the edge, 111,1\d\d m to the centre$/)).toBeTruthy()
  device.longitude = 1.5
  await user.click(screen.getByRole('button', { name: 'Get Location' }))
  expect(await card.findByText(/^You’re inside: 55,\d{3} m to the edge, 0 m to the centre$/)).toBeTruthy()
})

const toZoneId = (n: number) => `0192f0c0-0000-7000-8000-${String(n).padStart(12, '0')}`
const manyZones = Array.from({ length: 1500 }, (_, n) => aZone({ id: toZoneId(n), name: `Zone ${n}` }))

it.each(['/zones', '/zone-manager-zones', '/zone-selection'])(
  '%s renders and follows only the zones near the viewport',
  async address => {
    FakeSocket.instances = []
    vi.stubGlobal('WebSocket', FakeSocket)
    fakeServer({
      ...adminHandlers,
      ...createServerHandlers('admin', manyZones),
      ...zonesHandlers(manyZones),
    })
    signIn()
    renderPage(address)
    await waitFor(() => expect(getCardNames().length).toBeGreaterThan(1))
    expect(getCardNames().length).toBeLessThan(60)
    await waitFor(() => expect(FakeSocket.instances).toHaveLength(1))
    act(() => FakeSocket.last.open())
    const helloMessage = FakeSocket.last.sent[0] as { topics: string[] }
    expect(helloMessage.topics).toContain(`zone:${toZoneId(0)}`)
    expect(helloMessage.topics.length).toBeLessThan(60)
  },
)

it('a zone opened as a page is kept up to date by the feed, even for a member without the panel', async () => {
  FakeSocket.instances = []
  vi.stubGlobal('WebSocket', FakeSocket)
  fakeServer({ ...adminHandlers, ...createServerHandlers('app_user', [enteredZone]) })
  signIn()
  renderPage(`/zones/${north.id}`)
  await screen.findByRole('heading', { name: 'North yard', level: 1 })
  await screen.findByRole('region', { name: 'Your Location Status' })
  await waitFor(() => expect(FakeSocket.instances).toHaveLength(1))
  act(() => FakeSocket.last.open())
  expect((FakeSocket.last.sent[0] as { topics: string[] }).topics).toContain(`zone:${north.id}`)
})

it('Create Zone keeps all input after an error and retries with the same request', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const createInputs: { requestId: string }[] = []
  const calls = fakeServer({
    ...adminHandlers,
    'zones/create': input => {
      createInputs.push(input)
      return createInputs.length === 1 ? failNetwork() : answer(north)
    },
  })
  const { user, dialog, submit } = await openForm()
  await user.type(dialog.getByLabelText(/Zone name/), 'Pier 4')
  await user.type(dialog.getByLabelText('Max capacity'), '25')
  await user.click(dialog.getByText('Circle'))
  await user.type(dialog.getByLabelText('Start corner latitude'), '-1.5')
  await user.type(dialog.getByLabelText('Start corner longitude'), '2')
  await user.type(dialog.getByLabelText('End corner latitude'), '-1.6')
  await user.type(dialog.getByLabelText('End corner longitude'), '2.1')
  await submit()
  expect(await dialog.findByText('Failed to create zone. Please try again.')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>(/Zone name/).value).toBe('Pier 4')
  const listCount = calls.filter(name => name === 'zones/all').length
  await submit()
  expect(await screen.findByText('Zone created successfully')).toBeTruthy()
  expect(createInputs).toHaveLength(2)
  expect(createInputs[1]).toEqual(createInputs[0])
  expect(createInputs[0]).toMatchObject({
    name: 'Pier 4',
    maxCapacity: 25,
    shape: { boundary: 'circle', start: { lat: -1.5, lng: 2 }, end: { lat: -1.6, lng: 2.1 } },
  })
  // The list is refetched, and the next form is empty.
  await waitFor(() => expect(calls.filter(name => name === 'zones/all').length).toBeGreaterThan(listCount))
  expect(ownDraft.loadStored({ name: '' })).toEqual({})
})

it('a URL that names no zone shows Zone not found with a link back', async () => {
  fakeServer({ ...adminHandlers, 'zones/get': () => refusal(404, 'ZONE_NOT_FOUND', 'Zone not found') })
  signIn()
  renderPage(`/zones/${south.id}`)
  expect(await screen.findByText('Zone not found')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Back to zones' }).length).toBeGreaterThan(0)
})

it('a person who is client admin only in a zone is not offered Create Zone, since the server would reject it', async () => {
  const clientZone = { ...north, myRole: 'client_admin' as const }
  fakeServer({ ...adminHandlers, ...createServerHandlers('app_user', [clientZone]) })
  signIn()
  renderPage('/zones')
  await waitFor(() => expect(getCardNames()).toEqual(['North yard']))
  expect(screen.queryByRole('button', { name: 'Create Zone' })).toBeNull()
})

it('the order, the organisation and the map are in the URL; a second press on a column reverses it', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...adminHandlers,
    'zones/all': input => {
      inputs.push(input)
      return answer({ rows: [north, south].map(toListedZone), next: null })
    },
  })
  signIn()
  const app = renderPage('/zones')
  const user = userEvent.setup()
  const heads = within(await screen.findByRole('group', { name: 'Sort zones' }))
  expect(inputs.at(-1)).toMatchObject({ sort: 'name', order: 'asc' })
  await user.click(heads.getByRole('button', { name: 'Fullness' }))
  await waitFor(() => expect(inputs.at(-1)).toMatchObject({ sort: 'fullness', order: 'desc' }))
  await user.click(heads.getByRole('button', { name: /^Fullness/ }))
  await waitFor(() => expect(inputs.at(-1)).toMatchObject({ sort: 'fullness', order: 'asc' }))
  expect(app.path()).toContain('sort=fullness')
})

it('several zones are suspended in one call after a dialog names them; what was refused is named', async () => {
  const inputs: unknown[] = []
  fakeServer({
    ...adminHandlers,
    'zones/setStatusOfMany': input => {
      inputs.push(input)
      return answer({
        changed: 1,
        unchanged: 0,
        refused: inputs.length === 1 ? [{ zoneId: south.id, reason: 'open_request' }] : [],
        undo: [{ to: 'active', ids: [north.id] }],
      })
    },
  })
  signIn()
  renderPage('/zones')
  const user = userEvent.setup()
  for (const name of ['North yard', 'South gate'])
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  await user.click(
    within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Suspend' }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend 2 zones?' }))
  expect(dialog.getByText('South gate')).toBeTruthy()
  expect(inputs).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText('1 zone changed')).toBeTruthy()
  expect(screen.getByText('South gate was left as it is, because it waits for approval.')).toBeTruthy()
  expect(inputs).toEqual([{ zoneIds: [north.id, south.id], status: 'suspended' }])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone')).toBeTruthy()
  expect(inputs[1]).toEqual({ zoneIds: [north.id], status: 'active' })
})

it('the number beside the title follows the search, and the dialog for several zones names it', async () => {
  fakeServer({
    ...adminHandlers,
    'zones/counts': input => answer({ all: input?.search ? 62 : 500, active: 2, pending: 0, suspended: 0 }),
  })
  signIn()
  renderPage('/zones?q=a')
  const user = userEvent.setup()
  expect(await screen.findByRole('img', { name: '62 zones' })).toBeTruthy()
  await user.click(await screen.findByRole('checkbox', { name: 'Select all zones loaded' }))
  const bar = within(screen.getByRole('region', { name: 'Selection' }))
  await user.click(bar.getByRole('button', { name: 'Suspend' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend 2 zones?' }))
  expect(dialog.getByText(/2 of 62 in the list\./)).toBeTruthy()
})

it('client admins sort their own zones, without a column for organisations', async () => {
  const ownZones = [
    north,
    { ...south, status: 'active' as const, currentOccupancy: 40, maxCapacity: 50 },
  ].map(zone => ({ ...zone, myRole: 'client_admin' as const, entryExpiresAt: '2036-01-01T00:00:00.000Z' }))
  fakeServer({ ...adminHandlers, ...createServerHandlers('client_admin', ownZones) })
  sessionStorage.setItem('muster.zone.0192f0c0-0000-7000-8000-000000000001', north.id)
  signIn()
  const app = renderPage('/zones')
  await waitFor(() => expect(getCardNames()).toEqual(['North yard', 'South gate']))
  const user = userEvent.setup()
  const heads = within(screen.getByRole('group', { name: 'Sort zones' }))
  await user.click(heads.getByRole('button', { name: 'Inside' }))
  await waitFor(() => expect(getCardNames()).toEqual(['South gate', 'North yard']))
  expect(app.path()).toContain('sort=inside')
  expect(heads.queryByRole('button', { name: 'Organisation' })).toBeNull()
})
