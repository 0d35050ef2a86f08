import type { FeedEvent } from '@muster/contract/feed.ts'
import type { InsidePerson, MyPresence, PresencePanel } from '@muster/contract/presence.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { orpc } from '../../lib/api.ts'
import type { Pages } from '../../lib/use-pages.ts'
import { aListedPerson, aProfileChange } from '../../testing/people-events.ts'
import { aPresenceChange, aReading } from '../../testing/presence-events.ts'
import { applyPresence } from './presence.live.ts'

const zoneId = '0192f0c0-0000-7000-8000-000000000101'
const me = '0192f0c0-0000-7000-8000-000000000001'
const ana = '0192f0c0-0000-7000-8000-000000000002'
const bo = '0192f0c0-0000-7000-8000-000000000003'
const key = orpc.presence.panel.queryKey({ input: { zoneId } })
/** Returns the key of a cached list of people inside. */
const listKey = (query: { seen?: 'lately' | 'long_ago'; search?: string } = {}) =>
  orpc.presence.inside.infiniteKey({
    input: (cursor: string | undefined) => ({ zoneId, ...query, cursor, limit: 100 }),
    initialPageParam: undefined as string | undefined,
  })
const aList = (rows: InsidePerson[], next: string | null = null): Pages<InsidePerson> => ({
  pages: [{ rows, next }],
  pageParams: [undefined],
})
const mineKey = orpc.presence.mine.queryKey()
const at = (clock: string) => `2026-11-20T${clock}:00.000Z`

const aPerson = (userId: string, name: string, since: string) => ({
  userId,
  name,
  role: 'app_user' as const,
  since: at(since),
  lastSeen: at(since),
  accuracyMeters: 8,
  mock: false,
})
const aVisit = (id: string, userId: string, userName: string, entry: string) => ({
  id,
  userId,
  userName,
  role: 'app_user' as const,
  entryTime: at(entry),
  exitTime: null,
  lastSeen: at(entry) as string | null,
  durationMinutes: null,
  source: 'manual' as const,
  mock: false,
})

const insideBefore = [aPerson(ana, 'Ana', '08:00'), aPerson(bo, 'Bo', '08:30')]
const readInside = (client: QueryClient) =>
  client.getQueryData<Pages<InsidePerson>>(listKey())?.pages.flatMap(page => page.rows)

const panelBefore: PresencePanel = {
  zoneId,
  maxCapacity: 10,
  inside: 2,
  unseen: 0,
  recentlyLeft: [4, 5, 6, 7, 8].map(n => ({
    userId: `0192f0c0-0000-7000-8000-00000000000${n}`,
    name: `P${n}`,
    role: 'app_user',
    at: at(`07:0${9 - n + 4}`),
  })),
  history: [aVisit('v2', bo, 'Bo', '08:30'), aVisit('v1', ana, 'Ana', '08:00')],
}
/** The server's response after Ana left at 09:05. */
const panelAfter: PresencePanel = {
  ...panelBefore,
  recentlyLeft: [
    { userId: ana, name: 'Ana', role: 'app_user', at: at('09:05') },
    ...panelBefore.recentlyLeft.slice(0, 4),
  ],
  history: [
    aVisit('v2', bo, 'Bo', '08:30'),
    { ...aVisit('v1', ana, 'Ana', '08:00'), exitTime: at('09:05'), lastSeen: null, durationMinutes: 65 },
  ],
}
const leftEvent = aPresenceChange({
  zoneId,
  userId: ana,
  name: 'Ana',
  change: 'left',
  at: at('09:05'),
  entryTime: at('08:00'),
  durationMinutes: 65,
})
const enteredEvent = aPresenceChange({
  zoneId,
  userId: me,
  name: 'Mia',
  at: at('09:00'),
  entryTime: at('09:00'),
  visitId: 'v3',
})

function clientWithPanel(panel: PresencePanel | undefined, inside = insideBefore) {
  const client = new QueryClient()
  if (panel) {
    client.setQueryData(key, panel)
    client.setQueryData(listKey(), aList(inside))
  }
  return client
}

it('an exit event updates the cache to match the server’s response', () => {
  const client = clientWithPanel(panelBefore)
  expect(applyPresence(client, leftEvent, bo)).toEqual([])
  expect(client.getQueryData(key)).toEqual(panelAfter)
  expect(readInside(client)).toEqual([aPerson(bo, 'Bo', '08:30')])
})

it('a visit with a mocked position at its start or end is marked', () => {
  const mockFlags = (panel: PresencePanel, event: typeof leftEvent) => {
    const client = clientWithPanel(panel)
    applyPresence(client, event, bo)
    return client.getQueryData<PresencePanel>(key)?.history.map(({ id, mock }) => [id, mock])
  }
  expect(mockFlags(panelBefore, { ...leftEvent, mock: true })).toContainEqual(['v1', true])
  expect(mockFlags(panelBefore, { ...enteredEvent, mock: true })).toContainEqual(['v3', true])
  const startedPanel = { ...panelBefore, history: panelBefore.history.map(it => ({ ...it, mock: true })) }
  expect(mockFlags(startedPanel, leftEvent)).toContainEqual(['v1', true])
})

it('a reading updates the last reading of its person, in the history and in their visits', () => {
  const client = clientWithPanel(panelBefore)
  const visitsKey = orpc.presence.visitsOf.queryKey({ input: { zoneId, userId: ana } })
  client.setQueryData(visitsKey, { visits: [aVisit('v1', ana, 'Ana', '08:00')] })
  const toSighting = (clock: string) => ({
    kind: 'presence.seen' as const,
    zoneId,
    seen: [{ userId: ana, inside: true, at: at(clock), accuracyMeters: 5 }],
  })
  for (const event of [toSighting('08:40'), toSighting('08:20')])
    expect(applyPresence(client, event, bo)).toEqual([])
  const history = client.getQueryData<PresencePanel>(key)?.history.map(({ id, lastSeen }) => [id, lastSeen])
  expect(history).toEqual([
    ['v2', at('08:30')],
    ['v1', at('08:40')],
  ])
  expect(client.getQueryData(visitsKey)?.visits.map(({ lastSeen }) => lastSeen)).toEqual([at('08:40')])
  // A panel that is still loading is not refetched on every reading.
  expect(applyPresence(clientWithPanel(undefined), toSighting('08:50'), bo)).toEqual([])
})

it('a repeated event changes nothing and refetches nothing', () => {
  const client = clientWithPanel(panelAfter)
  expect(applyPresence(client, leftEvent, bo)).toEqual([])
  expect(client.getQueryData(key)).toBe(panelAfter)
})

it('a late exit does not undo a newer entry, and a late entry does not undo a newer exit', () => {
  const panelAfterReturn = {
    ...panelBefore,
    history: [aVisit('v3', ana, 'Ana', '09:30'), ...panelBefore.history],
  }
  const returnedPeople = [aPerson(ana, 'Ana', '09:30')]
  const client = clientWithPanel(panelAfterReturn, returnedPeople)
  expect(applyPresence(client, leftEvent, bo)).toEqual([])
  expect(client.getQueryData(key)).toBe(panelAfterReturn)
  expect(readInside(client)).toEqual(returnedPeople)
  const emptyClient = clientWithPanel(panelAfter, [])
  const lateEntry = aPresenceChange({ zoneId, userId: ana, at: at('08:00'), visitId: 'v1' })
  expect(applyPresence(emptyClient, lateEntry, bo)).toEqual([])
  expect(emptyClient.getQueryData(key)).toBe(panelAfter)
  expect(readInside(emptyClient)).toEqual([])
})

it('an entry event updates the cache to match the server’s response', () => {
  const client = clientWithPanel(panelBefore)
  expect(applyPresence(client, enteredEvent, bo)).toEqual([])
  expect(client.getQueryData(key)).toEqual({
    ...panelBefore,
    history: [aVisit('v3', me, 'Mia', '09:00'), ...panelBefore.history],
  })
  expect(readInside(client)).toEqual([...insideBefore, aPerson(me, 'Mia', '09:00')])
  // The same event arrives on both topics.
  const panelAfterFirst = client.getQueryData(key)
  expect(applyPresence(client, enteredEvent, bo)).toEqual([])
  expect(client.getQueryData(key)).toBe(panelAfterFirst)
})

it('a person who returned leaves the list of exits, which is refetched only if somebody else moves up', () => {
  const shortPanel = { ...panelAfter, recentlyLeft: panelAfter.recentlyLeft.slice(0, 3) }
  const returnEvent = { ...enteredEvent, userId: ana, name: 'Ana', at: at('09:30'), entryTime: at('09:30') }
  const client = clientWithPanel(shortPanel)
  expect(applyPresence(client, returnEvent, bo)).toEqual([])
  expect(client.getQueryData(key)?.recentlyLeft).toEqual(panelAfter.recentlyLeft.slice(1, 3))
  expect(applyPresence(clientWithPanel(panelAfter), returnEvent, bo)).toEqual([key])
})

it('an event about a non-member causes a refetch, because not everybody may know the name', () => {
  const client = clientWithPanel(panelBefore)
  expect(applyPresence(client, { ...enteredEvent, name: null, role: null }, bo)).toEqual([listKey(), key])
  expect(client.getQueryData(key)).toBe(panelBefore)
})

it('updates last-seen times and accuracies, never to older ones, and refetches nothing', () => {
  const client = clientWithPanel(panelBefore)
  const event: FeedEvent = {
    kind: 'presence.seen',
    zoneId,
    seen: [
      aReading({ userId: ana, at: at('09:00'), accuracyMeters: 3 }),
      aReading({ userId: bo, at: at('07:00'), accuracyMeters: 4 }),
    ],
  }
  expect(applyPresence(client, event, me)).toEqual([])
  const list = client.getQueryData(listKey())
  expect(readInside(client)?.map(({ lastSeen, accuracyMeters }) => [lastSeen, accuracyMeters])).toEqual([
    [at('09:00'), 3],
    [at('08:30'), 8],
  ])
  // A repeated event changes nothing.
  expect(applyPresence(client, event, me)).toEqual([])
  expect(client.getQueryData(listKey())).toBe(list)
})

it('one’s own entry, exit and readings update the cache to match the server’s response', () => {
  const client = new QueryClient()
  const aPresence = (changes: Partial<MyPresence>): MyPresence => ({
    zoneId,
    presence: 'unknown',
    lastSeen: null,
    insideSince: null,
    source: null,
    mock: false,
    recent: [],
    ...changes,
  })
  const cachedZones = () => client.getQueryData(mineKey)?.zones
  client.setQueryData(mineKey, { zones: [aPresence({})] })
  applyPresence(client, enteredEvent, me)
  const openVisit = { id: 'v3', entryTime: at('09:00'), exitTime: null, durationMinutes: null }
  const insidePresence = {
    presence: 'inside',
    lastSeen: at('09:00'),
    insideSince: at('09:00'),
    source: 'manual',
  } as const
  expect(cachedZones()).toEqual([aPresence({ ...insidePresence, recent: [openVisit] })])

  const readings = [aReading({ userId: me, at: at('09:10'), source: 'device' })]
  applyPresence(client, { kind: 'presence.seen', zoneId, seen: readings }, me)
  expect(cachedZones()).toEqual([
    aPresence({ ...insidePresence, lastSeen: at('09:10'), source: 'device', recent: [openVisit] }),
  ])

  const leavingEvent = {
    ...enteredEvent,
    change: 'left' as const,
    at: at('09:30'),
    durationMinutes: 30,
    visitId: null,
  }
  applyPresence(client, leavingEvent, me)
  const endedVisit = { ...openVisit, exitTime: at('09:30'), durationMinutes: 30 }
  const outsidePresence = {
    presence: 'outside',
    lastSeen: at('09:30'),
    source: 'manual',
    recent: [endedVisit],
  } as const
  expect(cachedZones()).toEqual([aPresence({ ...outsidePresence, recent: [endedVisit] })])
  applyPresence(client, enteredEvent, me)
  expect(cachedZones()).toEqual([aPresence({ ...outsidePresence, recent: [endedVisit] })])
  // An event about a zone that is not cached causes a refetch.
  expect(applyPresence(client, { ...enteredEvent, zoneId: ana }, me)).toContainEqual(mineKey)
})

it('a mocked position is marked in every view of the person, including their own, until a genuine one arrives', () => {
  const client = clientWithPanel({ ...panelBefore, recentlyLeft: [] })
  client.setQueryData(mineKey, {
    zones: [
      {
        zoneId,
        presence: 'outside',
        lastSeen: null,
        insideSince: null,
        source: null,
        mock: false,
        recent: [],
      },
    ],
  })
  const flags = () => [
    readInside(client)?.map(row => row.mock),
    client.getQueryData(mineKey)?.zones.map(zone => zone.mock),
  ]
  const toReading = (userId: string, clock: string, mock?: boolean) =>
    applyPresence(
      client,
      { kind: 'presence.seen', zoneId, seen: [aReading({ userId, at: at(clock), mock })] },
      me,
    )
  applyPresence(client, { ...enteredEvent, mock: true }, me)
  expect(flags()).toEqual([[false, false, true], [true]])
  toReading(me, '09:01')
  toReading(bo, '09:01', true)
  expect(flags()).toEqual([[false, true, false], [false]])
  toReading(me, '09:02', true)
  expect(flags()).toEqual([[false, true, true], [true]])
  // Another reading with the same time replaces the first.
  toReading(bo, '09:01')
  applyPresence(client, { ...enteredEvent, change: 'left', at: at('09:03'), durationMinutes: 3 }, me)
  expect(flags()).toEqual([[false, false], [false]])
})

it('removes a zone from the cache after one’s own removal', () => {
  const client = clientWithPanel(panelBefore)
  applyPresence(client, { kind: 'membership.removed', zoneId, userId: me, was: 'unknown' }, me)
  expect(client.getQueryData(key)).toBeUndefined()
})

it('a changed name or role is shown in every panel, without a refetch', () => {
  const client = clientWithPanel(panelBefore)
  const renamedEvent = aProfileChange(ana, {
    person: { firstName: 'Nora', lastName: 'Oz', userCode: 'MUS-BBBB-CCCC-DDDD' },
  })
  expect(applyPresence(client, renamedEvent, me)).toEqual([])
  const roleChangedEvent = {
    kind: 'membership.changed',
    zoneId,
    userId: ana,
    role: 'zone_manager_ro',
  } as const
  expect(applyPresence(client, roleChangedEvent, me)).toEqual([])
  const cachedPanel = client.getQueryData(key)
  const anaRows = [...(readInside(client) ?? []), ...(cachedPanel?.recentlyLeft ?? [])].filter(
    row => row.userId === ana,
  )
  const visits = cachedPanel?.history.filter(row => row.userId === ana) ?? []
  expect(anaRows.length + visits.length).toBeGreaterThan(0)
  for (const row of anaRows) expect(row).toMatchObject({ name: 'Nora Oz', role: 'zone_manager_ro' })
  for (const row of visits) expect(row).toMatchObject({ userName: 'Nora Oz', role: 'zone_manager_ro' })
})

it('a removed member leaves the panel, which is refetched if somebody else moves up', () => {
  const panel = { ...panelBefore, recentlyLeft: [], history: [] }
  const client = clientWithPanel(panel)
  const removedEvent = (userId: string) =>
    ({ kind: 'membership.removed', zoneId, userId, was: 'inside' }) as const
  for (const { userId } of insideBefore) expect(applyPresence(client, removedEvent(userId), me)).toEqual([])
  expect(client.getQueryData(key)).toBe(panel)
  expect(readInside(client)).toEqual([])
  const [visitor] = panelBefore.history
  const otherClient = clientWithPanel(panelBefore)
  expect(applyPresence(otherClient, removedEvent(visitor?.userId ?? ''), me)).toEqual([key])
})

it('a newly added member has no presence, so nothing is refetched', () => {
  const addedEvent = {
    kind: 'membership.added',
    zoneId,
    userId: ana,
    role: 'app_user',
    listed: aListedPerson(),
  } as const
  expect(applyPresence(clientWithPanel(panelBefore), addedEvent, me)).toEqual([])
})

it("the zone's counts apply, no matter how often an event arrives", () => {
  const client = clientWithPanel(panelBefore)
  const events = [
    { kind: 'zone.occupancy', zoneId, currentOccupancy: 1 },
    { kind: 'zone.unseen', zoneId, unseenOccupancy: 1 },
  ] as const
  for (const event of [...events, ...events]) expect(applyPresence(client, event, me)).toEqual([])
  expect(client.getQueryData(key)).toEqual({ ...panelBefore, inside: 1, unseen: 1 })
})

it('a new person belongs after the loaded rows, and appears when more are loaded', () => {
  const client = clientWithPanel(panelBefore)
  client.setQueryData(listKey(), aList(insideBefore, 'more'))
  expect(applyPresence(client, enteredEvent, bo)).toEqual([])
  expect(readInside(client)).toEqual(insideBefore)
})

it('a search lists its matches, including by a new name', () => {
  const client = clientWithPanel(panelBefore)
  const searchRows = () => client.getQueryData<Pages<InsidePerson>>(listKey({ search: 'mi' }))?.pages[0]?.rows
  client.setQueryData(listKey({ search: 'mi' }), aList([]))
  applyPresence(client, { ...enteredEvent, userId: ana, name: 'Ana', visitId: 'v4' }, bo)
  expect(searchRows()).toEqual([])
  expect(applyPresence(client, enteredEvent, bo)).toEqual([])
  expect(searchRows()).toEqual([aPerson(me, 'Mia', '09:00')])
  const renamedEvent = (userId: string, firstName: string) =>
    aProfileChange(userId, { person: { firstName, lastName: 'Oz', userCode: 'MUS-BBBB-CCCC-DDDD' } })
  expect(applyPresence(client, renamedEvent(me, 'Nora'), bo)).toEqual([])
  expect(searchRows()).toEqual([])
  expect(applyPresence(client, renamedEvent(bo, 'Mikl'), me)).toEqual([listKey({ search: 'mi' })])
})

it('a person seen again after a long time moves to the recently seen people', () => {
  const client = new QueryClient()
  client.setQueryData(listKey({ seen: 'lately' }), aList([]))
  client.setQueryData(listKey({ seen: 'long_ago' }), aList(insideBefore))
  const now = new Date().toISOString()
  const readings = [aReading({ userId: bo, at: now, accuracyMeters: 3 })]
  expect(applyPresence(client, { kind: 'presence.seen', zoneId, seen: readings }, me)).toEqual([])
  const insideRows = (when: 'lately' | 'long_ago') =>
    client.getQueryData<Pages<InsidePerson>>(listKey({ seen: when }))?.pages[0]?.rows
  expect(insideRows('lately')).toEqual([{ ...aPerson(bo, 'Bo', '08:30'), lastSeen: now, accuracyMeters: 3 }])
  expect(insideRows('long_ago')).toEqual([aPerson(ana, 'Ana', '08:00')])
})
