import type { EventOf, FeedEvent } from '@muster/contract/feed.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatch } from './event-batch.ts'

/** Returns the text of a frame of less than 64 KiB. */
const toText = (frame: Buffer) => String(frame.subarray(frame[1] === 126 ? 4 : 2))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const topic = 'zone:yard'
const createLocatedEvent = (...userIds: string[]): FeedEvent => ({
  kind: 'presence.located',
  zoneId: 'yard',
  located: userIds.map(userId => ({ userId, lat: 1, lng: 2, accuracyMeters: null, at: 'now' })),
})
const createEvent = (): FeedEvent => ({ kind: 'presence.seen', zoneId: 'yard', seen: [] })
const merge = (a: FeedEvent, b: FeedEvent): FeedEvent => {
  if (a.kind !== 'presence.located' || b.kind !== 'presence.located') return b
  return { ...b, located: [...a.located, ...b.located] }
}
function createGatheringBatch() {
  const sentEvents: { cursor: string; event: FeedEvent }[] = []
  const batch = createBatch(frame => void sentEvents.push(JSON.parse(toText(frame))))
  const add = (event: FeedEvent, cursor: bigint) => batch.add({ topic, event, cursor }, merge)
  const listPeople = () =>
    sentEvents.map(({ event }) =>
      (event as EventOf<'presence.located'>).located?.map(it => it.userId).join(''),
    )
  return {
    sent: sentEvents,
    gathered: batch,
    add,
    people: listPeople,
    cursors: () => sentEvents.map(it => it.cursor),
  }
}

test('the first event is sent at once, later ones together within a second, and none is lost', () => {
  const { add, people, cursors } = createGatheringBatch()
  add(createLocatedEvent('a'), 5n)
  expect(people()).toEqual(['a'])
  for (const [n, user] of ['b', 'c', 'd'].entries()) {
    vi.advanceTimersByTime(100)
    add(createLocatedEvent(user), BigInt(6 + n))
  }
  expect(people()).toEqual(['a'])
  vi.advanceTimersByTime(700)
  expect(people()).toEqual(['a', 'bcd'])
  expect(cursors()).toEqual(['5', '8'])
})

test('gathered events are sent before anything else, and no cursor goes past unsent events', () => {
  const { add, gathered, sent, cursors } = createGatheringBatch()
  add(createLocatedEvent('a'), 5n)
  add(createEvent(), 6n)
  add(createLocatedEvent('b'), 7n)
  add(createEvent(), 8n)
  add(createLocatedEvent('c'), 9n)
  gathered.flush()
  expect(sent.map(it => it.event.kind)).toEqual([
    'presence.located',
    'presence.seen',
    'presence.located',
    'presence.seen',
  ])
  expect(cursors()).toEqual(['5', '6', '6', '9'])
  vi.advanceTimersByTime(5_000)
  expect(sent).toHaveLength(4)
})

test('a flood is sent early and in pieces', () => {
  const { add, sent } = createGatheringBatch()
  for (let n = 1; n <= 1_001; n++) add(createLocatedEvent('a'), BigInt(n))
  expect(sent.length).toBe(3)
})

test('nothing is sent to a closed socket', () => {
  const { add, gathered, sent } = createGatheringBatch()
  add(createLocatedEvent('a'), 5n)
  add(createLocatedEvent('b'), 6n)
  gathered.stop()
  vi.advanceTimersByTime(5_000)
  expect(sent).toHaveLength(1)
})
