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
const anaId = '0192f0c0-0000-7000-8000-000000000002'
const boId = '0192f0c0-0000-7000-8000-000000000003'
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
const myPresenceKey = orpc.presence.mine.queryKey()
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

const insideBefore = [aPerson(anaId, 'Ana', '08:00'), aPerson(boId, 'Bo', '08:30')]
const readInside = (client: QueryClient) =>
  client.getQueryData<Pages<InsidePerson>>(listKey())?.pages.flatMap(page => page.rows)

const panelBefore: PresencePanel = {
  zoneId,
  maxCapacity: 10,
  inside: 2,
  parts: { byPhone: 2, byBadge: 0, visitors: 0 },
  unseen: 0,
  unseenByBadge: 0,
  recentlyLeft: [4, 5, 6, 7, 8].map(n => ({
    userId: `0192f0c0-0000-7000-8000-00000000000${n}`,
    name: `P${n}`,
    role: 'app_user',
    at: at(`07:0${9 - n + 4}`),
  })),
  history: [aVisit('v2', boId, 'Bo', '08:30'), aVisit('v1', anaId, 'Ana', '08:00')],
}
/** The server's response after Ana left at 09:05. */
const panelAfter: PresencePanel = {
  ...panelBefore,
  recentlyLeft: [
    { userId: anaId, name: 'Ana', role: 'app_user', at: at('09:05') },
    ...panelBefore.recentlyLeft.slice(0, 4),
  ],
  history: [
    aVisit('v2', boId, 'Bo', '08:30'),
    { ...aVisit('v1', anaId, 'Ana', '08:00'), exitTime: at('09:05'), lastSeen: null, durationMinutes: 65 },
  ],
}
const leftEvent = aPresenceChange({
  zoneId,
  userId: anaId,
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

function createClientWithPanel(panel: PresencePanel | undefined, inside = insideBefore) {
  const client = new QueryClient()
  if (panel) {
    client.setQueryData(key, panel)
    client.setQueryData(listKey(), aList(inside))
  }
  return client
}

it('an exit event updates the cache to match the server’s response', () => {
  const client = createClientWithPanel(panelBefore)
  expect(applyPresence(client, leftEvent, boId)).toEqual([])
  expect(client.getQueryData(key)).toEqual(panelAfter)
  expect(readInside(client)).toEqual([aPerson(boId, 'Bo', '08:30')])
})

it('a visit with a mocked position at its start or end is marked', () => {
  const listMockFlags = (panel: PresencePanel, event: typeof leftEvent) => {
    const client = createClientWithPanel(panel)
    applyPresence(client, event, boId)
    return client.getQueryData<PresencePanel>(key)?.history.map(({ id, mock }) => [id, mock])
  }
  expect(listMockFlags(panelBefore, { ...leftEvent, mock: true })).toContainEqual(['v1', true])
  expect(listMockFlags(panelBefore, { ...enteredEvent, mock: true })).toContainEqual(['v3', true])
  const startedPanel = { ...panelBefore, history: panelBefore.history.map(it => ({ ...it, mock: true })) }
  expect(listMockFlags(startedPanel, leftEvent)).toContainEqual(['v1', true])
})

it('a reading updates the last reading of its person, in the history and in their visits', () => {
  const client = createClientWithPanel(panelBefore)
  const visitsKey = orpc.presence.visitsOf.queryKey({ input: { zoneId, userId: anaId } })
  client.setQueryData(visitsKey, { visits: [aVisit('v1', anaId, 'Ana', '08:00')] })
  const toSeenEvent = (clock: string) => ({
    kind: 'presence.seen' as const,
    zoneId,
    seen: [{ userId: anaId, inside: true, at: at(clock), accuracyMeters: 5 }],
  })
  for (const event of [toSeenEvent('08:40'), toSeenEvent('08:20')])
    expect(applyPresence(client, event, boId)).toEqual([])
  const history = client.getQueryData<PresencePanel>(key)?.history.map(({ id, lastSeen }) => [id, lastSeen])
  expect(history).toEqual([
    ['v2', at('08:30')],
    ['v1', at('08:40')],
  ])
  expect(client.getQueryData(visitsKey)?.visits.map(({ lastSeen }) => lastSeen)).toEqual([at('08:40')])
  // A panel that is still loading is not refetched on every reading.
  expect(applyPresence(createClientWithPanel(undefined), toSeenEvent('08:50'), boId)).toEqual([])
})

it('a repeated event changes nothing and refetches nothing', () => {
  const client = createClientWithPanel(panelAfter)
  expect(applyPresence(client, leftEvent, boId)).toEqual([])
  expect(client.getQueryData(key)).toBe(panelAfter)
})

it('a late exit does not undo a newer entry, and a late entry does not undo a newer exit', () => {
  const panelAfterReturn = {
    ...panelBefore,
    history: [aVisit('v3', anaId, 'Ana', '09:30'), ...panelBefore.history],
  }
  const returnedPeople = [aPerson(anaId, 'Ana', '09:30')]
  const client = createClientWithPanel(panelAfterReturn, returnedPeople)
  expect(applyPresence(client, leftEvent, boId)).toEqual([])
  expect(client.getQueryData(key)).toBe(panelAfterReturn)
  expect(readInside(client)).toEqual(returnedPeople)
  const emptyClient = createClientWithPanel(panelAfter, [])
  const lateEntry = aPresenceChange({ zoneId, userId: anaId, at: at('08:00'), visitId: 'v1' })
  expect(applyPresence(emptyClient, lateEntry, boId)).toEqual([])
  expect(emptyClient.getQueryData(key)).toBe(panelAfter)
  expect(readInside(emptyClient)).toEqual([])
})

it('an entry event updates the cache to match the server’s response', () => {
  const client = createClientWithPanel(panelBefore)
  expect(applyPresence(client, enteredEvent, boId)).toEqual([])
  expect(client.getQueryData(key)).toEqual({
    ...panelBefore,
    history: [aVisit('v3', me, 'Mia', '09:00'), ...panelBefore.history],
  })
  expect(readInside(client)).toEqual([...insideBefore, aPerson(me, 'Mia', '09:00')])
  // The same event arrives on both topics.
  const panelAfterFirst = client.getQueryData(key)
  expect(applyPresence(client, enteredEvent, boId)).toEqual([])
  expect(client.getQueryData(key)).toBe(panelAfterFirst)
})

it('a person who returned leaves the list of exits, which is refetched only if somebody else moves up', () => {
  const shortPanel = { ...panelAfter, recentlyLeft: panelAfter.recentlyLeft.slice(0, 3) }
  const returnEvent = { ...enteredEvent, userId: anaId, name: 'Ana', at: at('09:30'), entryTime: at('09:30') }
  const client = createClientWithPanel(shortPanel)
  expect(applyPresence(client, returnEvent, boId)).toEqual([])
  expect(client.getQueryData(key)?.recentlyLeft).toEqual(panelAfter.recentlyLeft.slice(1, 3))
  expect(applyPresence(createClientWithPanel(panelAfter), returnEvent, boId)).toEqual([key])
})

it('an event about a non-member causes a refetch, because not everybody may know the name', () => {
  const client = createClientWithPanel(panelBefore)
  expect(applyPresence(client, { ...enteredEvent, name: null, role: null }, boId)).toEqual([listKey(), key])
  expect(client.getQueryData(key)).toBe(panelBefore)
})

it('updates last-seen times and accuracies, never to older ones, and refetches nothing', () => {
  const client = createClientWithPanel(panelBefore)
  const event: FeedEvent = {
    kind: 'presence.seen',
    zoneId,
    seen: [
      aReading({ userId: anaId, at: at('09:00'), accuracyMeters: 3 }),
      aReading({ userId: boId, at: at('07:00'), accuracyMeters: 4 }),
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
  const readCachedZones = () => client.getQueryData(myPresenceKey)?.zones
  client.setQueryData(myPresenceKey, { zones: [aPresence({})] })
  applyPresence(client, enteredEvent, me)
  const openVisit = { id: 'v3', entryTime: at('09:00'), exitTime: null, durationMinutes: null }
  const insidePresence = {
    presence: 'inside',
    lastSeen: at('09:00'),
    insideSince: at('09:00'),
    source: 'manual',
  } as const
  expect(readCachedZones()).toEqual([aPresence({ ...insidePresence, recent: [openVisit] })])

  const readings = [aReading({ userId: me, at: at('09:10'), source: 'device' })]
  applyPresence(client, { kind: 'presence.seen', zoneId, seen: readings }, me)
  expect(readCachedZones()).toEqual([
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
  expect(readCachedZones()).toEqual([aPresence({ ...outsidePresence, recent: [endedVisit] })])
  applyPresence(client, enteredEvent, me)
  expect(readCachedZones()).toEqual([aPresence({ ...outsidePresence, recent: [endedVisit] })])
  // An event about a zone that is not cached causes a refetch.
  expect(applyPresence(client, { ...enteredEvent, zoneId: anaId }, me)).toContainEqual(myPresenceKey)
})

it('a mocked position is marked in every view of the person, including their own, until a genuine one arrives', () => {
  const client = createClientWithPanel({ ...panelBefore, recentlyLeft: [] })
  client.setQueryData(myPresenceKey, {
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
  const listFlags = () => [
    readInside(client)?.map(row => row.mock),
    client.getQueryData(myPresenceKey)?.zones.map(zone => zone.mock),
  ]
  const toReading = (userId: string, clock: string, mock?: boolean) =>
    applyPresence(
      client,
      { kind: 'presence.seen', zoneId, seen: [aReading({ userId, at: at(clock), mock })] },
      me,
    )
  applyPresence(client, { ...enteredEvent, mock: true }, me)
  expect(listFlags()).toEqual([[false, false, true], [true]])
  toReading(me, '09:01')
  toReading(boId, '09:01', true)
  expect(listFlags()).toEqual([[false, true, false], [false]])
  toReading(me, '09:02', true)
  expect(listFlags()).toEqual([[false, true, true], [true]])
  // Another reading with the same time replaces the first.
  toReading(boId, '09:01')
  applyPresence(client, { ...enteredEvent, change: 'left', at: at('09:03'), durationMinutes: 3 }, me)
  expect(listFlags()).toEqual([[false, false], [false]])
})

it('removes a zone from the cache after one’s own removal', () => {
  const client = createClientWithPanel(panelBefore)
  applyPresence(client, { kind: 'membership.removed', zoneId, userId: me, was: 'unknown' }, me)
  expect(client.getQueryData(key)).toBeUndefined()
})

it('a changed name or role is shown in every panel, without a refetch', () => {
  const client = createClientWithPanel(panelBefore)
  const renamedEvent = aProfileChange(anaId, {
    person: { firstName: 'Nora', lastName: 'Oz', userCode: 'MUS-BBBB-CCCC-DDDD' },
  })
  expect(applyPresence(client, renamedEvent, me)).toEqual([])
  const roleChangedEvent = {
    kind: 'membership.changed',
    zoneId,
    userId: anaId,
    role: 'zone_manager_ro',
  } as const
  expect(applyPresence(client, roleChangedEvent, me)).toEqual([])
  const cachedPanel = client.getQueryData(key)
  const anaRows = [...(readInside(client) ?? []), ...(cachedPanel?.recentlyLeft ?? [])].filter(
    row => row.userId === anaId,
  )
  const visits = cachedPanel?.history.filter(row => row.userId === anaId) ?? []
  expect(anaRows.length + visits.length).toBeGreaterThan(0)
  for (const row of anaRows) expect(row).toMatchObject({ name: 'Nora Oz', role: 'zone_manager_ro' })
  for (const row of visits) expect(row).toMatchObject({ userName: 'Nora Oz', role: 'zone_manager_ro' })
})

it('a removed member leaves the panel, which is refetched if somebody else moves up', () => {
  const panel = { ...panelBefore, recentlyLeft: [], history: [] }
  const client = createClientWithPanel(panel)
  const toRemovedEvent = (userId: string) =>
    ({ kind: 'membership.removed', zoneId, userId, was: 'inside' }) as const
  for (const { userId } of insideBefore) expect(applyPresence(client, toRemovedEvent(userId), me)).toEqual([])
  expect(client.getQueryData(key)).toBe(panel)
  expect(readInside(client)).toEqual([])
  const [visitor] = panelBefore.history
  const otherClient = createClientWithPanel(panelBefore)
  expect(applyPresence(otherClient, toRemovedEvent(visitor?.userId ?? ''), me)).toEqual([key])
})

it('a newly added member has no presence, so nothing is refetched', () => {
  const addedEvent = {
    kind: 'membership.added',
    zoneId,
    userId: anaId,
    role: 'app_user',
    listed: aListedPerson(),
  } as const
  expect(applyPresence(createClientWithPanel(panelBefore), addedEvent, me)).toEqual([])
})

it("the zone's counts apply, no matter how often an event arrives", () => {
  const client = createClientWithPanel(panelBefore)
  const parts = { byPhone: 1, byBadge: 1, visitors: 1 }
  const events = [
    { kind: 'zone.occupancy', zoneId, currentOccupancy: 3, parts },
    { kind: 'zone.unseen', zoneId, unseenOccupancy: 1, unseenByBadge: 1 },
  ] as const
  for (const event of [...events, ...events]) expect(applyPresence(client, event, me)).toEqual([])
  expect(client.getQueryData(key)).toEqual({
    ...panelBefore,
    ...{ inside: 3, parts, unseen: 1, unseenByBadge: 1 },
  })
})

it('a new person belongs after the loaded rows, and appears when more are loaded', () => {
  const client = createClientWithPanel(panelBefore)
  client.setQueryData(listKey(), aList(insideBefore, 'more'))
  expect(applyPresence(client, enteredEvent, boId)).toEqual([])
  expect(readInside(client)).toEqual(insideBefore)
})

it('a search lists its matches, including by a new name', () => {
  const client = createClientWithPanel(panelBefore)
  const readSearchRows = () =>
    client.getQueryData<Pages<InsidePerson>>(listKey({ search: 'mi' }))?.pages[0]?.rows
  client.setQueryData(listKey({ search: 'mi' }), aList([]))
  applyPresence(client, { ...enteredEvent, userId: anaId, name: 'Ana', visitId: 'v4' }, boId)
  expect(readSearchRows()).toEqual([])
  expect(applyPresence(client, enteredEvent, boId)).toEqual([])
  expect(readSearchRows()).toEqual([aPerson(me, 'Mia', '09:00')])
  const toRenamedEvent = (userId: string, firstName: string) =>
    aProfileChange(userId, { person: { firstName, lastName: 'Oz', userCode: 'MUS-BBBB-CCCC-DDDD' } })
  expect(applyPresence(client, toRenamedEvent(me, 'Nora'), boId)).toEqual([])
  expect(readSearchRows()).toEqual([])
  expect(applyPresence(client, toRenamedEvent(boId, 'Mikl'), me)).toEqual([listKey({ search: 'mi' })])
})

it('a person seen again after a long time moves to the recently seen people', () => {
  const client = new QueryClient()
  client.setQueryData(listKey({ seen: 'lately' }), aList([]))
  client.setQueryData(listKey({ seen: 'long_ago' }), aList(insideBefore))
  const now = new Date().toISOString()
  const readings = [aReading({ userId: boId, at: now, accuracyMeters: 3 })]
  expect(applyPresence(client, { kind: 'presence.seen', zoneId, seen: readings }, me)).toEqual([])
  const readInsideRows = (when: 'lately' | 'long_ago') =>
    client.getQueryData<Pages<InsidePerson>>(listKey({ seen: when }))?.pages[0]?.rows
  expect(readInsideRows('lately')).toEqual([
    { ...aPerson(boId, 'Bo', '08:30'), lastSeen: now, accuracyMeters: 3 },
  ])
  expect(readInsideRows('long_ago')).toEqual([aPerson(anaId, 'Ana', '08:00')])
})
