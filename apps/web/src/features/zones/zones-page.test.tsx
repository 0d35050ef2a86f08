import type { MyZone } from '@muster/contract/zones.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { FakeSocket } from '../../live/fake-socket.ts'
import { deviceAt } from '../../testing/device.ts'
import { answer, fakeServer, type Handlers, noNetwork, refusal } from '../../testing/fake-server.ts'
import { insideServer } from '../../testing/inside.ts'
import { asListed, aZone, serverFor, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'
import { aVerdict } from '../presence/testing/check-server.ts'
import { filterZones } from './filter-zones.ts'

const north = aZone()
const entered = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const south = aZone({
  id: '0192f0c0-0000-7000-8000-000000000102',
  name: 'South gate',
  status: 'suspended',
})

const draftKey = 'muster.draft.zone.0192f0c0-0000-7000-8000-000000000001'

/** Simulates the list of all zones as the server sends it to an internal admin, with search and filter. */
const allZones = (zones: MyZone[]) =>
  ({
    'zones/all': ({ search, status, cursor, limit = 50 }) => {
      const matches = filterZones(zones, { q: search, status })
      const begin = Number(cursor ?? 0)
      const end = begin + Number(limit)
      return answer({
        rows: matches.slice(begin, end).map(asListed),
        next: end < matches.length ? String(end) : null,
      })
    },
    'zones/counts': () => answer({ all: zones.length, active: 0, pending: 0, suspended: 0 }),
    'zones/get': ({ zoneId }) => {
      const matches = zones.find(({ id }) => id === zoneId)
      return matches ? answer(matches) : refusal(404, 'ZONE_NOT_FOUND', 'Zone not found')
    },
  }) satisfies Handlers

const adminServer = {
  ...serverFor('super_admin', [north]),
  ...allZones([north, south]),
  'presence/mine': () => answer({ zones: [] }),
  ...insideServer({ zoneId: north.id, maxCapacity: 50 }, []),
}
const names = () => screen.queryAllByRole('article').map(card => card.querySelector('h2')?.textContent)

it('search and filter are stored in the URL, and both can be cleared', async () => {
  fakeServer(adminServer)
  signIn()
  const app = renderApp('/zones')
  await waitFor(() => expect(names()).toEqual(['North yard', 'South gate']))
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox', { name: 'Search zones' }), 'gate')
  await waitFor(() => expect(names()).toEqual(['South gate']))
  expect(app.path()).toContain('q=gate')
  await user.type(screen.getByRole('searchbox', { name: 'Search zones' }), 'x')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(names()).toHaveLength(2))
})

it('uses the status from the URL and shows a suspended zone without a check', async () => {
  fakeServer(adminServer)
  signIn()
  renderApp('/zones?status=suspended')
  await waitFor(() => expect(names()).toEqual(['South gate']))
  const card = within(screen.getByRole('article', { name: 'South gate' }))
  expect(card.getByText('Suspended')).toBeTruthy()
  expect(card.queryByRole('button', { name: 'Check Position' })).toBeNull()
})

it('View opens the details under their own URL; Escape closes them', async () => {
  fakeServer(adminServer)
  signIn()
  const app = renderApp('/zones')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'View North yard' }))
  // The feed's socket gets no response: after two seconds the panel would show outdated presence.
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
  deviceAt()
  let works = false
  const wait = () => refusal(429, 'TOO_MANY_REQUESTS', 'Please wait.')
  fakeServer({
    ...adminServer,
    'zones/get': () => (works ? answer(north) : wait()),
    'presence/checkUserInZone': () => answer(aVerdict({ zoneId: north.id, zoneName: north.name })),
  })
  signIn()
  renderApp('/zones')
  const user = userEvent.setup()
  const card = within(await screen.findByRole('article', { name: 'North yard' }))
  await user.click(card.getByRole('button', { name: 'Check Position' }))
  const sketch = within(card.getByRole('status', { name: 'Position in North yard' }))
  expect(await sketch.findByText('Failed to load zone coordinates')).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'View North yard' }))
  const drawer = within(await screen.findByRole('region', { name: 'North yard' }))
  expect(await drawer.findByText('Failed to load zone details')).toBeTruthy()
  expect(screen.queryByTestId('notice')?.textContent ?? '').not.toContain('Failed to load')
  works = true
  await user.click(drawer.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(sketch.queryByText('Failed to load zone coordinates')).toBeNull())
  expect(drawer.queryByText('Failed to load zone details')).toBeNull()
})

it('a read-only manager sees only the selected zone, and no Create Zone', async () => {
  const mine = [north, aZone({ id: '0192f0c0-0000-7000-8000-000000000103', name: 'West pier' })].map(
    zone => ({ ...zone, myRole: 'zone_manager_ro' as const, entryExpiresAt: '2036-01-01T00:00:00.000Z' }),
  )
  fakeServer({ ...adminServer, ...serverFor('zone_manager_ro', mine) })
  sessionStorage.setItem('muster.zone.0192f0c0-0000-7000-8000-000000000001', north.id)
  signIn()
  renderApp('/zones')
  await waitFor(() => expect(names()).toEqual(['North yard']))
  expect(screen.queryByRole('button', { name: 'Create Zone' })).toBeNull()
})

async function openForm() {
  signIn()
  renderApp('/zones')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Create Zone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Normal Zone' }))
  return { user, dialog, submit: () => user.click(dialog.getByRole('button', { name: 'Create Zone' })) }
}

it('Create Zone lists every missing field', async () => {
  fakeServer(adminServer)
  const { dialog, submit } = await openForm()
  await submit()
  expect(await dialog.findByText('Zone name is required')).toBeTruthy()
  for (const field of ['start latitude', 'start longitude', 'end latitude', 'end longitude']) {
    expect(dialog.getByText(`Valid ${field} is required`)).toBeTruthy()
  }
})

it('missing fields are also listed together at the top, joined with commas, until they are filled in', async () => {
  fakeServer(adminServer)
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
  deviceAt({ longitude: 2.5 })
  fakeServer(adminServer)
  const { user, dialog, submit } = await openForm()
  await user.type(dialog.getByLabelText('Max capacity'), '-5')
  await submit()
  const wrong = 'Max capacity must be a positive number'
  expect(await dialog.findByText(wrong)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'From Location' }))
  const latitude = dialog.getByLabelText<HTMLInputElement>('Start corner latitude')
  await waitFor(() => expect(latitude.value).not.toBe(''))
  expect(dialog.queryByText('Valid start latitude is required')).toBeNull()
  expect(dialog.getByText(wrong)).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Max capacity').value).toBe('-5')
})

it('a draft is shown only to the person who typed it', async () => {
  sessionStorage.setItem('muster.draft.zone.somebody-else', JSON.stringify({ name: 'Theirs' }))
  sessionStorage.setItem(draftKey, JSON.stringify({ name: 'Mine' }))
  fakeServer(adminServer)
  const { dialog } = await openForm()
  expect(dialog.getByLabelText<HTMLInputElement>(/Zone name/).value).toBe('Mine')
})

it('search and status filter are available to admins with a single zone', async () => {
  fakeServer({ ...adminServer, ...allZones([north]) })
  signIn()
  renderApp('/zones')
  await waitFor(() => expect(names()).toEqual(['North yard']))
  expect(screen.getByRole('searchbox', { name: 'Search zones' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Status' })).toBeTruthy()
})

it.each([
  ['/zones', false],
  ['/zones?q=north', true],
] as const)('at %s a person with a single zone of their own has a search: %s', async (address, has) => {
  fakeServer(
    serverFor('zone_manager_rw', [
      { ...north, myRole: 'zone_manager_rw', entryExpiresAt: '2036-01-01T00:00:00.000Z', invited: false },
    ]),
  )
  signIn()
  renderApp(address)
  await waitFor(() => expect(names()).toEqual(['North yard']))
  expect(screen.queryByRole('searchbox', { name: 'Search zones' }) !== null).toBe(has)
})

it('Get Location shows one’s position and the distance of each zone, and reports a failure', async () => {
  const device = deviceAt({ longitude: 2.5, refuses: 1 })
  fakeServer(adminServer)
  signIn()
  renderApp('/zones')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Get Location' }))
  expect(await screen.findByText('Failed to get your current location')).toBeTruthy()
  expect(device.optionsPerCall).toEqual([{ enableHighAccuracy: true, timeout: 30_000, maximumAge: 60_000 }])
  device.refuses = undefined
  await user.click(await screen.findByRole('button', { name: 'Get Location' }))
  expect(await screen.findByText('You are at 1.500000, 2.500000 (±8 m good)')).toBeTruthy()
  // A long list has no shapes, so they are fetched now.
  const card = within(screen.getByRole('article', { name: 'North yard' }))
  expect(await card.findByText(/^From you: 55,5\d\d m to the edge, 111,1\d\d m to the centre$/)).toBeTruthy()
  device.longitude = 1.5
  await user.click(screen.getByRole('button', { name: 'Get Location' }))
  expect(
    await card.findByText(/^You stand within it: 55,\d{3} m to the edge, 0 m to the centre$/),
  ).toBeTruthy()
})

const zoneId = (n: number) => `0192f0c0-0000-7000-8000-${String(n).padStart(12, '0')}`
const manyZones = Array.from({ length: 1500 }, (_, n) => aZone({ id: zoneId(n), name: `Zone ${n}` }))

it.each(['/zones', '/zone-manager-zones', '/zone-selection'])(
  '%s renders and follows only the zones near the viewport',
  async address => {
    FakeSocket.instances = []
    vi.stubGlobal('WebSocket', FakeSocket)
    fakeServer({
      ...adminServer,
      ...serverFor('admin', manyZones),
      ...allZones(manyZones),
    })
    signIn()
    renderApp(address)
    await waitFor(() => expect(names().length).toBeGreaterThan(1))
    expect(names().length).toBeLessThan(60)
    await waitFor(() => expect(FakeSocket.instances).toHaveLength(1))
    act(() => FakeSocket.last.open())
    const hello = FakeSocket.last.sent[0] as { topics: string[] }
    expect(hello.topics).toContain(`zone:${zoneId(0)}`)
    expect(hello.topics.length).toBeLessThan(60)
  },
)

it('a zone opened as a page is kept up to date by the feed, even for a member without the panel', async () => {
  FakeSocket.instances = []
  vi.stubGlobal('WebSocket', FakeSocket)
  fakeServer({ ...adminServer, ...serverFor('app_user', [entered]) })
  signIn()
  renderApp(`/zones/${north.id}`)
  await screen.findByRole('heading', { name: 'North yard', level: 1 })
  await screen.findByRole('region', { name: 'Your Location Status' })
  await waitFor(() => expect(FakeSocket.instances).toHaveLength(1))
  act(() => FakeSocket.last.open())
  expect((FakeSocket.last.sent[0] as { topics: string[] }).topics).toContain(`zone:${north.id}`)
})

it('Create Zone keeps all input after an error and retries with the same request', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const sent: { requestId: string }[] = []
  const calls = fakeServer({
    ...adminServer,
    'zones/create': input => {
      sent.push(input)
      return sent.length === 1 ? noNetwork() : answer(north)
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
  const listed = calls.filter(name => name === 'zones/all').length
  await submit()
  expect(await screen.findByText('Zone created successfully')).toBeTruthy()
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
  expect(sent[0]).toMatchObject({
    name: 'Pier 4',
    maxCapacity: 25,
    shape: { boundary: 'circle', start: { lat: -1.5, lng: 2 }, end: { lat: -1.6, lng: 2.1 } },
  })
  // The list is refetched, and the next form is empty.
  await waitFor(() => expect(calls.filter(name => name === 'zones/all').length).toBeGreaterThan(listed))
  expect(sessionStorage.getItem(draftKey)).toBeNull()
})

it('a URL that names no zone shows Zone not found with a link back', async () => {
  fakeServer({ ...adminServer, 'zones/get': () => refusal(404, 'ZONE_NOT_FOUND', 'Zone not found') })
  signIn()
  renderApp(`/zones/${south.id}`)
  expect(await screen.findByText('Zone not found')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Back to zones' }).length).toBeGreaterThan(0)
})

it('a person who is client admin only in a zone is not offered Create Zone, since the server would reject it', async () => {
  const theirs = { ...north, myRole: 'client_admin' as const }
  fakeServer({ ...adminServer, ...serverFor('app_user', [theirs]) })
  signIn()
  renderApp('/zones')
  await waitFor(() => expect(names()).toEqual(['North yard']))
  expect(screen.queryByRole('button', { name: 'Create Zone' })).toBeNull()
})
