import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { FakeSocket } from '../../live/fake-socket.ts'
import { answer, fakeServer, refusal } from '../../testing/fake-server.ts'
import { createInsideHandlers } from '../../testing/inside.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const me = '0192f0c0-0000-7000-8000-000000000001'
const zone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const otherZone = aZone({
  id: '0192f0c0-0000-7000-8000-000000000102',
  name: 'South gate',
  myRole: 'client_admin',
})
const now = new Date().toISOString()
const insidePresence = {
  zoneId: zone.id,
  presence: 'inside' as const,
  insideSince: now,
  lastSeen: now,
  source: 'manual' as const,
  mock: false,
  recent: [],
}

/** Simulates the server's feed for the page. Returns a function that opens the socket and confirms the given topics. */
function startFeed() {
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.instances.length = 0
  signIn()
  return (topics: string[]) => act(() => FakeSocket.last.letIn({ cursor: '11', topics }))
}
const publish = (n: number, topic: string, event: object) =>
  act(() => FakeSocket.last.receive({ type: 'event', cursor: String(10 + n), topic, event }))

it('marks its content as outdated if it cannot be refetched', async () => {
  const openFeed = startFeed()
  let isServerDown = false
  const answerUnlessDown =
    <Output,>(json: Output) =>
    () =>
      isServerDown ? refusal(429, 'TOO_MANY_REQUESTS', 'Too many') : answer(json)
  fakeServer({
    ...createServerHandlers('app_user', [zone]),
    'zones/mine': answerUnlessDown({ zones: [zone] }),
    'presence/mine': answerUnlessDown({ zones: [insidePresence] }),
  })
  renderPage('/my-zones')
  const main = within(await screen.findByRole('main'))
  await main.findByText('Inside')
  openFeed([`user:${me}`])
  isServerDown = true
  publish(2, `user:${me}`, {
    kind: 'membership.added',
    zoneId: zone.id,
    userId: me,
    role: 'app_user',
  })
  const announcement = await waitFor(() => {
    const alerts = main.getAllByRole('alert').map(it => it.textContent ?? '')
    expect(alerts).toHaveLength(2)
    return alerts
  })
  expect(announcement[0]).toContain('Failed to load your assigned zones')
  expect(announcement[1]).toContain('Failed to load presence tracking data. The data shown is from')
  expect(main.getByText('Inside').closest('[data-stale]')).not.toBeNull()
})

it('people are told that their own position may be mocked, and that managers see it', async () => {
  const openFeed = startFeed()
  const calls = fakeServer({
    ...createServerHandlers('app_user', [zone]),
    'zones/mine': () => answer({ zones: [zone] }),
    'presence/mine': () => answer({ zones: [{ ...insidePresence, mock: true }] }),
  })
  renderPage('/my-zones')
  const card = within(await screen.findByRole('article', { name: 'North yard' }))
  await card.findByText('Position may be fake')
  expect(card.getByText(/It still counts, but managers see that it may not be real/)).toBeTruthy()
  openFeed([`user:${me}`, `zone:${zone.id}`])
  await waitFor(() => expect(calls.filter(name => name === 'presence/mine').length).toBeGreaterThan(1))
  const readings = [{ userId: me, inside: true, at: new Date().toISOString(), accuracyMeters: 8 }]
  publish(2, `zone:${zone.id}`, { kind: 'presence.seen', zoneId: zone.id, seen: readings })
  await waitFor(() => expect(card.queryByText('Position may be fake')).toBeNull())
})

it('an internal admin is notified of new zones, on every page', async () => {
  const openFeed = startFeed()
  fakeServer({ ...createServerHandlers('admin', [zone]), 'presence/mine': () => answer({ zones: [] }) })
  renderPage('/zone-manager-zones')
  await screen.findByRole('article', { name: 'North yard' })
  openFeed([`user:${me}`])
  await waitFor(() => expect(JSON.stringify(FakeSocket.last.sent)).toContain('"admin"'))
})

it('a URL of a zone that does not exist shows that it was not found', async () => {
  signIn()
  fakeServer({ ...createServerHandlers('app_user', [zone]), 'presence/mine': () => answer({ zones: [] }) })
  sessionStorage.setItem(`muster.zone.${me}`, zone.id)
  renderPage('/my-zones?zone=0192f0c0-0000-7000-8000-0000000009ff')
  const drawer = within(await screen.findByRole('region', { name: 'Zone' }))
  expect(drawer.getByText('Zone not found')).toBeTruthy()
})

it('the page of a zone that is added to the list later shows its live version from then on', async () => {
  const openFeed = startFeed()
  let currentZone = aZone({ myRole: 'client_admin', status: 'suspended', currentOccupancy: 3 })
  let myZones = [otherZone]
  sessionStorage.setItem(`muster.zone.${me}`, otherZone.id)
  fakeServer({
    ...createServerHandlers('client_admin', []),
    'zones/mine': () => answer({ zones: myZones }),
    'zones/get': () => answer(currentZone),
    'presence/mine': () => answer({ zones: [] }),
    ...createInsideHandlers({ zoneId: currentZone.id, maxCapacity: 50 }, []),
  })
  renderPage(`/zones/${currentZone.id}`)
  const main = within(await screen.findByRole('main'))
  const capacity = within(await main.findByRole('region', { name: 'Capacity' }))
  expect(capacity.getByText('3')).toBeTruthy()
  expect(capacity.getByText('47')).toBeTruthy()
  openFeed([`user:${me}`, `zone:${currentZone.id}`])
  currentZone = { ...currentZone, status: 'active' }
  myZones = [otherZone, currentZone]
  publish(2, `zone:${currentZone.id}`, { kind: 'zone.changed', zoneId: currentZone.id })
  await waitFor(() => expect(main.getAllByText('Active').length).toBeGreaterThan(0))
  currentZone = { ...currentZone, currentOccupancy: 9 }
  myZones = [otherZone, currentZone]
  publish(3, `zone:${currentZone.id}`, { kind: 'zone.changed', zoneId: currentZone.id })
  expect(await capacity.findByText('41')).toBeTruthy()
})

it('the map viewer leaves a zone once one is removed from it', async () => {
  const openFeed = startFeed()
  let myZones = [zone, otherZone]
  fakeServer({
    ...createServerHandlers('admin', []),
    'zones/mine': () => answer({ zones: myZones }),
    'presence/mine': () => answer({ zones: [] }),
  })
  renderPage('/zone-selector')
  const user = userEvent.setup()
  const zoneSelect = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Zone' })
  await user.click(zoneSelect)
  await user.click(await screen.findByRole('option', { name: /^South gate/ }))
  await waitFor(() => expect(zoneSelect.value).toMatch(/^South gate/))
  openFeed([`user:${me}`, `zone:${otherZone.id}`])
  myZones = [zone]
  publish(1, `user:${me}`, { kind: 'membership.removed', zoneId: otherZone.id, userId: me, was: 'unknown' })
  await waitFor(() => expect(zoneSelect.value).toMatch(/^North yard/))
})

it.each(['/my-zones', '/zone-selector', '/zones'])(
  'a person without a zone sees the next step on %s',
  async path => {
    fakeServer(createServerHandlers('app_user', []))
    signIn()
    renderPage(path)
    expect(await screen.findByText('No Zones Available')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Show my user code' })).toBeTruthy()
  },
)
