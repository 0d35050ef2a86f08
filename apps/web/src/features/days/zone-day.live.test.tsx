import type { ZoneDayVisit } from '@muster/contract/presence-days.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { orpc } from '../../lib/api.ts'
import { cursorPaging } from '../../lib/use-pages.ts'
import { aPresenceChange } from '../../testing/presence-events.ts'
import { applyZoneDay } from './zone-day.live.ts'

const zoneId = '0192f0c0-0000-7000-8000-000000000100'
const toId = (n: number) => `0192f0c0-0000-7000-8000-00000000000${n}`
const me = toId(9)
const day = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }
const at = (hour: number) => new Date(Date.parse(day.from) + hour * 3_600_000).toISOString()

const { queryKey } = orpc.presence.zoneDay.infiniteOptions({
  input: (cursor: string | undefined) => ({ zoneId, ...day, cursor }),
  ...cursorPaging,
})
const zoneDayKeys = [orpc.presence.zoneDay.key({ input: { zoneId } })]

const aVisit = (n: number, from: number, to: number | null): ZoneDayVisit => ({
  id: toId(n),
  userId: toId(n),
  name: 'Ana Ruiz',
  role: 'app_user',
  entryTime: at(from),
  exitTime: to === null ? null : at(to),
  lastSeen: to === null ? at(from) : null,
  source: 'device',
  mock: false,
})

/** Caches a day with these visits; `next` is set if there are more that are not loaded yet. */
function cacheDay(rows: ZoneDayVisit[], next: string | null = null) {
  const client = new QueryClient()
  client.setQueryData(queryKey, {
    pages: [{ rows, next, total: rows.length, shifts: [], keptSince: at(0) }],
    pageParams: [undefined],
  })
  const applyEvent = (event: Parameters<typeof applyZoneDay>[1]) => applyZoneDay(client, event, me)
  const listShownVisits = () =>
    client.getQueryData(queryKey)?.pages.flatMap(page => page.rows.map(row => [row.id, row.exitTime]))
  return { client, hear: applyEvent, seen: listShownVisits }
}
const toEnteredEvent = (n: number, hour: number) =>
  aPresenceChange({ zoneId, userId: toId(n), at: at(hour), entryTime: at(hour), visitId: toId(n) })
const toLeftEvent = (n: number, hour: number) =>
  aPresenceChange({ zoneId, userId: toId(n), change: 'left', at: at(hour) })

it('an arrival is added once in the order of entry, and a departure ends the visit', () => {
  const { hear, seen } = cacheDay([aVisit(1, 8, null), aVisit(3, 10, null)])
  for (const event of [toEnteredEvent(2, 9), toEnteredEvent(2, 9), toLeftEvent(1, 11), toLeftEvent(1, 11)])
    expect(hear(event)).toEqual([])
  expect(seen()).toEqual([
    [toId(1), at(11)],
    [toId(2), null],
    [toId(3), null],
  ])
})

it('events of another day change nothing', () => {
  const { hear, seen } = cacheDay([aVisit(1, -3, null), aVisit(2, 8, 9)])
  for (const event of [toEnteredEvent(3, 25), toLeftEvent(3, 26), toLeftEvent(2, 9)])
    expect(hear(event)).toEqual([])
  // The late event shows that the person had left before the day began.
  expect(hear(toLeftEvent(1, -1))).toEqual([])
  expect(seen()).toEqual([[toId(2), at(9)]])
})

it('the day is refetched if an event is insufficient, but not for pages that are not loaded', () => {
  const completeDay = cacheDay([aVisit(1, 8, 9)])
  expect(completeDay.hear(toLeftEvent(2, 10))).toEqual([queryKey])
  expect(completeDay.hear({ ...toEnteredEvent(2, 10), name: null, role: null })).toEqual([queryKey])
  expect(completeDay.hear({ kind: 'presence.amended', zoneId, userId: toId(1), insideSince: null })).toEqual(
    zoneDayKeys,
  )
  expect(completeDay.hear({ kind: 'shifts.changed', zoneId })).toEqual(zoneDayKeys)
  const partialDay = cacheDay([aVisit(1, 8, 9)], 'bW9yZQ')
  expect([partialDay.hear(toLeftEvent(2, 10)), partialDay.hear(toEnteredEvent(2, 10))]).toEqual([[], []])
  expect(partialDay.seen()).toHaveLength(1)
})

it('a removed member’s visits disappear, and everything does for a reader who loses access', () => {
  const { hear, seen } = cacheDay([aVisit(1, 8, 9), aVisit(2, 9, null)])
  const toRemovedEvent = (userId: string) =>
    ({ kind: 'membership.removed', zoneId, userId, was: 'inside' }) as const
  expect(hear(toRemovedEvent(toId(2)))).toEqual([])
  expect(seen()).toEqual([[toId(1), at(9)]])
  hear(toRemovedEvent(me))
  expect(seen()).toBeUndefined()
})

it('the last reading of an open visit moves forward, never back, and ended visits are unchanged', () => {
  const { client, hear } = cacheDay([aVisit(1, 8, null), aVisit(2, 8, 9)])
  const toSeenEvent = (n: number, hour: number) => ({
    kind: 'presence.seen' as const,
    zoneId,
    seen: [{ userId: toId(n), inside: true, at: at(hour), accuracyMeters: 5 }],
  })
  for (const event of [toSeenEvent(1, 10), toSeenEvent(1, 9), toSeenEvent(2, 11), toSeenEvent(3, 11)])
    expect(hear(event)).toEqual([])
  const listLastSeen = () =>
    client.getQueryData(queryKey)?.pages.flatMap(page => page.rows.map(row => row.lastSeen))
  expect(listLastSeen()).toEqual([at(10), null])
  hear(toLeftEvent(1, 12))
  expect(listLastSeen()).toEqual([null, null])
})
