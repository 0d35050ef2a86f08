import { expect, test } from 'vitest'
import { metersPerDegree } from './geo/distance.ts'
import { decide } from './geofence.ts'
import { advance, type PresenceState, unknownPresence } from './presence.ts'

/** Creates a box with its northern edge this many metres from the phone's starting point. */
function createBox(metres: number) {
  const half = metres / metersPerDegree
  const [start, end] = [
    { lat: half, lng: -half },
    { lat: -half, lng: half },
  ]
  return { boundary: 'rectangle', start, end } as const
}

/** Metres north of the middle, the reported accuracy in metres, and the seconds since the previous reading (15 by default). */
type Fix = [metres: number, accuracyMeters: number, seconds?: number]

/** Returns, for each automatic reading from a phone, the presence after it and whether it was a jump. */
function follow(fixes: readonly Fix[], edgeM = 100) {
  const zone = createBox(edgeM)
  let state: PresenceState = unknownPresence
  let at = 0
  return fixes.map(([metres, accuracyMeters, seconds = 15]) => {
    at += seconds * 1_000
    const place = { lat: metres / metersPerDegree, lng: 0, accuracyMeters }
    const { inside, certainty, distanceToEdgeM } = decide(zone, place)
    const reading = { capturedAt: at, inside, certainty, source: 'automatic', accuracyMeters, place } as const
    const step = advance(state, { ...reading, distanceToEdgeM: Math.round(distanceToEdgeM) })
    state = step.next
    return { inside: state.inside, jump: step.jump ?? false }
  })
}

const stayingCases: [string, Fix[]][] = [
  [
    'jumps of 190 m, reported as ±2 and ±9 m, 47 to 55 s after the reading before',
    [
      [10, 5, 12],
      [200, 2, 12],
      [10, 5, 12],
      [198, 2, 55],
      [10, 5, 21],
      [198, 9, 47],
      [45, 5, 5],
    ],
  ],
  ...[1, 5, 15, 30, 59, 60, 61, 90, 100, 119, 120, 121, 180, 300].map((seconds): [string, Fix[]] => [
    `one reading 5 km away, ${seconds} s after the one before`,
    [
      [0, 5],
      [5_000, 5, seconds],
      [0, 5, seconds],
    ],
  ]),
  [
    'one reading 5 km away, after one near the edge',
    [
      [0, 5],
      [112, 20],
      [5_000, 5],
      [0, 5],
    ],
  ],
  [
    'a jump that lasts for less than 10 s',
    [
      [0, 5],
      [200, 2, 15],
      [200, 2, 1],
      [201, 2, 1],
      [199, 2, 7.9],
      [0, 5, 1],
    ],
  ],
  [
    'jumps of 200 m, reported as ±2 m, every 15 s',
    [
      [0, 5],
      [200, 2],
      [0, 5],
      [0, 5],
      [200, 2],
      [0, 5],
    ],
  ],
  [
    'the same every second',
    [
      [0, 5],
      [200, 2, 1],
      [0, 5, 1],
      [200, 2, 1],
      [-200, 2, 1],
      [200, 2, 1],
      [0, 5, 1],
    ],
  ],
  [
    'jumps to and fro that no vehicle follows',
    [
      [0, 5],
      [700, 2, 5],
      [-700, 2, 5],
      [700, 2, 5],
      [0, 5, 5],
    ],
  ],
  [
    'slow drift across the edge and back',
    [
      [92, 12],
      [96, 12],
      [99, 12],
      [102, 12],
      [104, 12],
      [105, 12],
      [103, 12],
      [98, 12],
    ],
  ],
  [
    'slow drift, a reading a minute',
    [
      [90, 20, 60],
      [97, 20, 60],
      [105, 20, 60],
      [108, 20, 60],
      [104, 20, 60],
    ],
  ],
  [
    'one fix of ±1400 m',
    [
      [0, 8],
      [1_100, 1_400],
      [0, 8],
    ],
  ],
  [
    'one fix of ±1400 m that lies far off',
    [
      [0, 8],
      [1_300, 1_100],
      [0, 8],
    ],
  ],
  [
    'indoors, ±12 and ±300 m in turn',
    [
      [60, 12],
      [260, 300],
      [55, 12],
      [180, 300],
      [65, 12],
      [390, 300],
      [60, 12],
    ],
  ],
  [
    'indoors at the edge, ±12 and ±300 m in turn',
    [
      [95, 12],
      [260, 300],
      [93, 12],
      [102, 12],
      [180, 300],
      [96, 12],
    ],
  ],
]

test.each(stayingCases)('a phone that stays inside: %s', (_, fixes) => {
  const firstFix: Fix = [80, 5]
  expect(follow([firstFix, ...fixes]).map(it => it.inside)).toEqual([firstFix, ...fixes].map(() => true))
})

const leavingCases: [string, Fix[], Fix[]][] = [
  [
    'at a walk, ±5 m',
    [
      [70, 5],
      [91, 5],
    ],
    [
      [112, 5],
      [133, 5],
    ],
  ],
  [
    'at a walk, ±15 m',
    [
      [70, 15],
      [88, 15],
    ],
    [
      [109, 15],
      [130, 15],
    ],
  ],
  [
    'at a run',
    [
      [20, 8],
      [70, 8],
    ],
    [
      [130, 8],
      [180, 8],
    ],
  ],
  [
    'by car, a reading every 15 s',
    [
      [0, 5],
      [50, 5],
    ],
    [
      [250, 5],
      [450, 5],
    ],
  ],
  [
    'by car, a reading every 30 s',
    [
      [0, 5],
      [50, 5],
    ],
    [
      [450, 5, 30],
      [850, 5, 30],
    ],
  ],
  ['by car, the next reading five minutes later', [[0, 5]], [[3_000, 20, 300]]],
  [
    'by train, the next readings five minutes later',
    [[0, 5]],
    [
      [9_000, 20, 300],
      [9_400, 20],
    ],
  ],
]

test.each(leavingCases)(
  'a person who walks or drives out is seen outside within two readings: %s',
  (_, inside, outside) => {
    const states = follow([...inside, ...outside]).map(it => it.inside)
    expect(states.slice(0, inside.length)).toEqual(inside.map(() => true))
    expect(states.at(-1)).toBe(false)
    expect(outside.length).toBeLessThanOrEqual(2)
  },
)

test('a person who drives out with a reading every second is seen outside after ten', () => {
  const seconds = Array.from({ length: 12 }, (_, n): Fix => [110 + 20 * n, 5, 1])
  const states = follow([[60, 5], [80, 5, 1], ...seconds])
  expect(states.map(it => it.inside).lastIndexOf(true)).toBe(11)
  expect(states.filter(it => it.jump)).toHaveLength(1)
})

test('a phone that wakes with a coarse reading and sends a good one seconds later is believed immediately', () => {
  const fixes: Fix[] = [
    [0, 5],
    [220, 150, 600],
    [230, 8, 3],
  ]
  expect(follow(fixes).at(-1)).toEqual({ inside: false, jump: false })
})

test('a person whose only reading comes long after driving away is seen outside', () => {
  const fixesAfter = (metres: number, seconds: number) =>
    follow([
      [0, 5],
      [metres, 5, seconds],
    ]).at(-1)
  expect(fixesAfter(3_600, 300)).toEqual({ inside: false, jump: false })
  expect(fixesAfter(20_000, 600)).toEqual({ inside: false, jump: false })
})

/**
 * Readings from phones at rest in an office, in the middle of a geofence of 50 m (Tracelet#294): the distance from the middle, the
 * accuracy (5 m where none was published), and the interval since the previous reading.
 */
const publishedCases: [string, Fix[]][] = [
  [
    'vivo V2431, 200.2 and 198.1 m',
    [
      [8.2, 5],
      [200.2, 1.9, 12],
      [9.6, 5, 12],
      [198.1, 1.7, 55],
      [10.1, 5, 21],
      [198.1, 9.1, 47],
      [45.3, 5, 5],
    ],
  ],
  ...[12, 46, 60, 119, 120].flatMap((seconds): [string, Fix[]][] => [
    [
      `301.8 m, ${seconds} s after the one before`,
      [
        [8.2, 5],
        [301.8, 4.4, seconds],
        [9.6, 5, 12],
      ],
    ],
    [
      `717.6 m, ${seconds} s after the one before`,
      [
        [8.2, 5],
        [717.6, 10.9, seconds],
        [9.6, 5, 12],
      ],
    ],
  ]),
  [
    'Samsung SM-G781B, 93.8 m for 46 s',
    [
      [8.2, 5],
      [93.8, 5, 46],
      [8.2, 5, 46],
    ],
  ],
]

test.each(publishedCases)('a phone at rest in a fence of 50 m stays inside: %s', (_, fixes) => {
  expect(follow(fixes, 50).map(it => it.inside)).toEqual(fixes.map(() => true))
})

test('a jump is reported so that it can be marked, and a second reading that confirms it is not a jump', () => {
  expect(
    follow([
      [0, 5],
      [200, 2],
      [205, 2],
      [200, 2],
    ]),
  ).toEqual([
    { inside: true, jump: false },
    { inside: true, jump: true },
    { inside: false, jump: false },
    { inside: false, jump: false },
  ])
})

test('a manual reading is believed immediately', () => {
  const readingAt = (metres: number, capturedAt: number) => ({
    capturedAt,
    inside: metres < 100,
    certainty: 'certain' as const,
    source: 'manual' as const,
    place: { lat: metres / metersPerDegree, lng: 0, accuracyMeters: 2 },
  })
  const insideState = advance(unknownPresence, readingAt(0, 1_000)).next
  expect(advance(insideState, readingAt(900, 2_000)).change).toBe('left')
})

test('a doubt that has been open for a day is ignored', () => {
  const createUncertainReading = (capturedAt: number) =>
    ({ capturedAt, inside: true, certainty: 'uncertain', source: 'automatic' }) as const
  const changeAfter = (ms: number) =>
    advance(advance(unknownPresence, createUncertainReading(0)).next, createUncertainReading(ms)).change
  expect([changeAfter(86_400_000), changeAfter(86_400_001)]).toEqual(['entered', 'none'])
})
