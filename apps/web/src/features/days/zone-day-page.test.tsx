import type { FeedEvent } from '@muster/contract/feed.ts'
import type { ZoneDayVisit } from '@muster/contract/presence-days.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { shiftDate } from '../../lib/dates.ts'
import { isoDay } from '../../lib/iso-day.ts'
import { FakeSocket } from '../../live/fake-socket.ts'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { aPresenceChange } from '../../testing/presence-events.ts'
import { renderPage } from '../../testing/render.tsx'

const zone = aZone({ myRole: 'zone_manager_ro', entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const yesterday = shiftDate(isoDay(new Date()), -1)
const at = (hour: number, minutes = 0) =>
  new Date(new Date(`${yesterday}T00:00:00`).setHours(hour, minutes)).toISOString()
const toPersonId = (n: number) => `0192f0c0-0000-7000-8000-00000000020${n}`
const aVisit = (n: number, name: string, entryTime: string, exitTime: string | null): ZoneDayVisit => ({
  id: `0192f0c0-0000-7000-8000-00000000${n}${Date.parse(entryTime).toString().slice(-8, -5)}`,
  userId: toPersonId(n),
  name,
  role: 'app_user',
  entryTime,
  exitTime,
  lastSeen: exitTime === null ? new Date().toISOString() : null,
  source: 'device',
  mock: n === 2,
})
const visits = [
  aVisit(1, 'Ana Ruiz', at(-2), at(9)),
  aVisit(2, 'Bo Lind', at(8), at(12, 30)),
  aVisit(1, 'Ana Ruiz', at(10), at(11)),
]
const retentionStart = '2020-01-01T00:00:00.000Z'

function openDay(
  overrides: Handlers = {},
  myRole: 'zone_manager_ro' | 'client_admin' = 'zone_manager_ro',
  date = `&date=${yesterday}`,
) {
  const calls: [string, unknown][] = []
  const ownZone = { ...zone, myRole }
  fakeServer(
    {
      ...createServerHandlers(myRole === 'client_admin' ? 'client_admin' : 'app_user', [ownZone]),
      'zones/get': () => answer(ownZone),
      'presence/zoneDay': () =>
        answer({ rows: visits, next: null, total: 3, keptSince: retentionStart, shifts: [] }),
      ...overrides,
    },
    (name, input) => calls.push([name, input]),
  )
  signIn()
  renderPage(`/zone-day?zone=${zone.id}${date}`)
  const listInputs = (operation: string) =>
    calls.flatMap(([name, input]) => (name === operation ? [input] : []))
  return { inputs: listInputs, user: userEvent.setup() }
}
const findSlider = () => screen.findByRole('slider', { name: 'Time of day' })
const listRowTexts = (name: string | RegExp) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(row => row.textContent)

it('the slider shows who was inside when, by keys and between changes, and rows list the visits as text', async () => {
  const { user } = openDay()
  const range = await findSlider()
  // A past day starts at its peak.
  expect(range.getAttribute('aria-valuetext')).toBe('08:00: 2 inside')
  expect(screen.getByText(/2 people · 3 visits · Peak: 2/)).toBeTruthy()
  const [ana, bo] = listRowTexts('Visitors that day')
  expect(ana).toMatch(/Ana Ruiz.*Inside.*22:00 – 09:00.*10:00 – 11:00.*10 h in total/)
  expect(ana).not.toContain('fake')
  expect(bo).toMatch(/Bo Lind.*Position may be fake.*Inside.*08:00 – 12:30.*4 h 30 min in total/)

  await user.click(screen.getByRole('button', { name: 'Next change' }))
  expect(range.getAttribute('aria-valuetext')).toBe('09:00: 1 inside')
  await user.click(screen.getByRole('radio', { name: 'Inside at 09:00' }))
  expect(listRowTexts('Inside at 09:00')).toEqual([expect.stringContaining('Bo Lind')])
  fireEvent.change(range, { target: { value: String(13 * 60) } })
  expect(await screen.findByText('Nobody was inside at 13:00')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'ana')
  expect(listRowTexts('Visitors that day')).toEqual([expect.stringMatching(/Ana Ruiz.*Left/)])
})

it('positions are requested only with the map, and for the slider’s moment', async () => {
  const place = { at: at(7, 50), lat: 1.5, lng: 1.5, accuracyMeters: 5, mock: false }
  const { user, inputs } = openDay({
    'presence/zoneDayPlaces': () =>
      answer({ people: [{ userId: toPersonId(1), name: 'Ana Ruiz', ...place }] }),
  })
  await findSlider()
  expect(inputs('presence/zoneDayPlaces')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Show map' }))
  expect(await screen.findByRole('region', { name: `Map of ${zone.name} at 08:00` })).toBeTruthy()
  expect(await screen.findByText(/1 of 2 people had no location by then/)).toBeTruthy()
  expect(listRowTexts('Visitors that day')[0]).toContain('Located 07:50 · ±5 m excellent')
  expect(inputs('presence/zoneDayPlaces')).toEqual([
    {
      zoneId: zone.id,
      from: at(0),
      to: new Date(`${isoDay(new Date())}T00:00:00`).toISOString(),
      moment: at(8),
    },
  ])
})

it('a reader without tracking permission gets neither the map nor the days of people', async () => {
  openDay({}, 'client_admin')
  await findSlider()
  expect(screen.queryByRole('button', { name: 'Show map' })).toBeNull()
  expect(screen.queryByRole('link', { name: /Day on the map/ })).toBeNull()
})

it('many visits load page by page, and the page says what is missing until the last one arrives', async () => {
  let respond: (value: unknown) => void = () => undefined
  const pendingReply = new Promise(resolve => {
    respond = resolve
  })
  const aPage = (visits: ZoneDayVisit[], nextCursor: string | null, total: number | null) =>
    answer({ rows: visits, next: nextCursor, total, keptSince: retentionStart, shifts: [] })
  const { inputs } = openDay({
    'presence/zoneDay': async ({ cursor }) => {
      if (!cursor) return aPage(visits.slice(0, 1), 'bW9yZQ', 3)
      await pendingReply
      return aPage(visits.slice(1), null, null)
    },
  })
  expect(await screen.findByText(/Only 1 of 3 visits have loaded/)).toBeTruthy()
  respond(undefined)
  await waitFor(() => expect(screen.queryByText(/have loaded/)).toBeNull())
  expect(screen.getByText(/2 people · 3 visits/)).toBeTruthy()
  expect(inputs('presence/zoneDay')).toHaveLength(2)
})

it('an empty day, one without permission and one that failed to load look different', async () => {
  let reply: ReturnType<NonNullable<Handlers['presence/zoneDay']>> = answer({
    rows: [],
    next: null,
    total: 0,
    keptSince: retentionStart,
    shifts: [],
  })
  const { user } = openDay({ 'presence/zoneDay': () => reply })
  expect(await screen.findByText('No visits on this day')).toBeTruthy()
  reply = refusal(403, 'FORBIDDEN', 'No')
  await user.click(screen.getByRole('button', { name: 'Previous day' }))
  expect(await screen.findByText(/don’t have|not allowed|permission/i)).toBeTruthy()
  reply = refusal(403, 'ZONE_ENTRY_REQUIRED', 'PIN')
  await user.click(screen.getByRole('button', { name: 'Previous day' }))
  expect(await screen.findByRole('button', { name: 'Enter Zone' })).toBeTruthy()
})

it('today follows arrivals and departures by events, says when it is not live, and refetches what events omit', async () => {
  FakeSocket.instances = []
  vi.stubGlobal('WebSocket', FakeSocket)
  const since = at(22)
  const { inputs } = openDay(
    {
      'presence/zoneDay': () =>
        answer({
          rows: [aVisit(1, 'Ana Ruiz', since, null)],
          next: null,
          total: 1,
          keptSince: retentionStart,
          shifts: [],
        }),
    },
    'zone_manager_ro',
    '',
  )
  await findSlider()
  await waitFor(() => expect(FakeSocket.instances).toHaveLength(1))
  const initialRequestCount = inputs('presence/zoneDay').length
  act(() => FakeSocket.last.letIn())
  // A new feed subscriber refetches the data that the feed keeps up to date.
  await waitFor(() => expect(inputs('presence/zoneDay')).toHaveLength(initialRequestCount + 1))
  await waitFor(() =>
    expect(listRowTexts('Visitors that day')).toEqual([expect.stringMatching(/Ana Ruiz.*Inside.*– now/)]),
  )
  expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull()
  const topic = `zone:${zone.id}`
  expect(FakeSocket.last.sent).toMatchObject([{ type: 'hello', topics: expect.arrayContaining([topic]) }])
  const requestCountBefore = inputs('presence/zoneDay').length
  const emit = (event: FeedEvent) =>
    act(() => FakeSocket.last.receive({ type: 'event', cursor: '11', topic, event }))
  const now = new Date().toISOString()
  const arrival = { userId: toPersonId(2), name: 'Bo Lind', entryTime: now, at: now, visitId: toPersonId(9) }
  emit(aPresenceChange({ zoneId: zone.id, ...arrival }))
  await waitFor(() => expect(listRowTexts('Visitors that day')).toHaveLength(2))
  emit(aPresenceChange({ zoneId: zone.id, userId: toPersonId(1), change: 'left', at: now }))
  await waitFor(() => expect(listRowTexts('Visitors that day')[0]).toMatch(/Ana Ruiz.*Left/))
  expect(listRowTexts('Visitors that day')[1]).toMatch(/Bo Lind.*Inside.*– now/)
  expect(screen.getByText(/2 people · 2 visits/)).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByTestId('live-region').textContent).toMatch(/Bo Lind entered North yard/),
  )
  expect(inputs('presence/zoneDay')).toHaveLength(requestCountBefore)

  emit({ kind: 'presence.amended', zoneId: zone.id, userId: toPersonId(2), insideSince: null })
  await waitFor(() => expect(inputs('presence/zoneDay').length).toBeGreaterThan(requestCountBefore))

  expect(screen.queryByText(/^Not live/)).toBeNull()
  expect(screen.getByText('now')).toBeTruthy()
  act(() => connectionStore.set('offline'))
  expect(await screen.findByText(/Not live\. This data is from/)).toBeTruthy()
  // The end of the visit is unknown.
  expect(listRowTexts('Visitors that day')[0]).toMatch(/Ana Ruiz.*Inside.*since .*\d\d:\d\d/)
  expect(screen.queryByText('now')).toBeNull()
  expect((await findSlider()).closest('[data-stale]')).not.toBeNull()
})

it('people not seen recently are counted separately from those inside, with the time, until they are seen again', async () => {
  FakeSocket.instances = []
  vi.stubGlobal('WebSocket', FakeSocket)
  const lastSeen = at(23)
  const unseenVisit = { ...aVisit(1, 'Ana Ruiz', at(22), null), lastSeen }
  const { user } = openDay(
    {
      'presence/zoneDay': () =>
        answer({
          rows: [unseenVisit, aVisit(2, 'Bo Lind', at(22), null), aVisit(3, 'Cy Ode', at(22), at(24))],
          next: null,
          total: 3,
          keptSince: retentionStart,
          shifts: [],
        }),
    },
    'zone_manager_ro',
    '',
  )
  const range = await findSlider()
  await waitFor(() => expect(FakeSocket.instances).toHaveLength(1))
  act(() => FakeSocket.last.letIn())
  const readHeadText = () => range.closest('div[class*="timeline"]')?.querySelector('p')?.textContent
  await waitFor(() => expect(readHeadText()).toMatch(/now1 inside1 not seen for 30 minutes1 left$/))
  expect(range.getAttribute('aria-valuetext')).toMatch(/: 1 inside, 1 not seen$/)
  const [ana, bo] = listRowTexts('Visitors that day')
  expect(ana).toMatch(/Ana Ruiz.*Not seen since .*23:00.*22:00 – not seen since .*23:00$/)
  expect(ana).not.toMatch(/Inside|now/)
  expect(bo).toMatch(/Bo Lind.*Inside.*22:00 – now/)
  await user.click(screen.getByRole('radio', { name: 'Not seen' }))
  expect(listRowTexts(/^Not seen at/)).toEqual([expect.stringContaining('Ana Ruiz')])
  await user.click(screen.getByRole('radio', { name: 'All 3' }))

  const now = new Date().toISOString()
  act(() =>
    FakeSocket.last.receive({
      type: 'event',
      cursor: '11',
      topic: `zone:${zone.id}`,
      event: {
        kind: 'presence.seen',
        zoneId: zone.id,
        seen: [{ userId: toPersonId(1), inside: true, at: now, accuracyMeters: 5 }],
      },
    }),
  )
  await waitFor(() => expect(readHeadText()).toMatch(/now2 inside1 left$/))
  expect(listRowTexts('Visitors that day')[0]).toMatch(/Ana Ruiz.*Inside.*– now/)
})

it('a past day subscribes to nothing', async () => {
  FakeSocket.instances = []
  vi.stubGlobal('WebSocket', FakeSocket)
  openDay()
  await findSlider()
  await waitFor(() => expect(FakeSocket.instances).toHaveLength(1))
  act(() => FakeSocket.last.open())
  expect(JSON.stringify(FakeSocket.last.sent)).not.toContain(`zone:${zone.id}`)
})
