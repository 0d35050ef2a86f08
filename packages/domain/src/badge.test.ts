import { describe, expect, it } from 'vitest'
import {
  type BadgeDirection,
  type BadgeEvent,
  badgeGoneMs,
  badgeUnseenMs,
  compareBadgeEvents,
  judgeOpenStay,
  toBadgeNumber,
} from './badge.ts'
import { foldBadgeEvents } from './testing/fold-badge-events.ts'

const read = (direction: BadgeDirection, at: number, sentAt = at): BadgeEvent => ({ direction, at, sentAt })

/** A repeatable random generator (mulberry32), so that a failure can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const shuffledItems = [...items]
  for (let index = shuffledItems.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    const item = shuffledItems[index] as T
    shuffledItems[index] = shuffledItems[other] as T
    shuffledItems[other] = item
  }
  return shuffledItems
}

describe('the stays of a badge', () => {
  it.each<[string, BadgeEvent[], unknown[]]>([
    ['nothing', [], []],
    ['in and out', [read('in', 1), read('out', 5)], [[1, 5, 'out']]],
    ['still inside', [read('in', 1)], [[1, null, 'open']]],
    [
      'in twice',
      [read('in', 1), read('in', 3)],
      [
        [1, null, 'in_again'],
        [3, null, 'open'],
      ],
    ],
    [
      'in twice and out',
      [read('in', 1), read('in', 3), read('out', 4)],
      [
        [1, null, 'in_again'],
        [3, 4, 'out'],
      ],
    ],
    ['out without in', [read('out', 4)], [[null, 4, 'out']]],
    [
      'out twice',
      [read('in', 1), read('out', 4), read('out', 6)],
      [
        [1, 4, 'out'],
        [null, 6, 'out'],
      ],
    ],
    [
      'in and out at the same moment',
      [read('in', 2), read('out', 2)],
      [
        [null, 2, 'out'],
        [2, null, 'open'],
      ],
    ],
    [
      'in and out in the same moment of a slow server, by the clock of the reader',
      [read('in', 2, 10), read('out', 2, 11)],
      [[2, 2, 'out']],
    ],
    ['repeated events', [read('in', 1), read('in', 1), read('out', 5), read('out', 5)], [[1, 5, 'out']]],
  ])('are derived from %s', (_name, events, expected) => {
    const toCells = (list: readonly BadgeEvent[]) =>
      foldBadgeEvents(list).map(it => [it.cameInAt, it.leftAt, it.end])
    expect(toCells(events)).toEqual(expected)
    expect(toCells(events.toReversed())).toEqual(expected)
  })

  it('are the same for 10,000 events in any order, with repeats', () => {
    const random = createRandom(39)
    // Few moments for many events, so that equal times are frequent.
    const events = Array.from({ length: 10_000 }, () =>
      read(random() < 0.5 ? 'in' : 'out', Math.floor(random() * 7_000), Math.floor(random() * 3)),
    )
    const expected = foldBadgeEvents(events.toSorted(compareBadgeEvents))
    expect(expected.length).toBeGreaterThan(4_000)
    for (let round = 0; round < 20; round++) {
      const arrivals = shuffle([...events, ...events.slice(0, 500)], random)
      expect(foldBadgeEvents(arrivals)).toEqual(expected)
    }
  })

  it('end with the newest event, which therefore tells whether somebody is inside', () => {
    const random = createRandom(8)
    for (let round = 0; round < 300; round++) {
      const events = Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
        read(random() < 0.5 ? 'in' : 'out', Math.floor(random() * 6)),
      )
      const newestEvent = events.toSorted(compareBadgeEvents).at(-1)
      expect(foldBadgeEvents(events).at(-1)?.end === 'open').toBe(newestEvent?.direction === 'in')
    }
  })
})

it('an open stay is inside, then not seen lately, and then over', () => {
  expect(judgeOpenStay(0, badgeUnseenMs)).toBe('inside')
  expect(judgeOpenStay(0, badgeUnseenMs + 1)).toBe('not_seen')
  expect(judgeOpenStay(0, badgeGoneMs)).toBe('not_seen')
  expect(judgeOpenStay(0, badgeGoneMs + 1)).toBe('gone')
})

it.each([
  [' 04 7a 11 ', '047A11'],
  ['４７１１', '4711'],
  ['ab-12:34', 'AB-12:34'],
  ['\u200b47\u202e11\u0000', '4711'],
])('the badge number %j is compared as %s', (typed, expected) => expect(toBadgeNumber(typed)).toBe(expected))
