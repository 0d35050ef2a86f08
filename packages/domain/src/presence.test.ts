import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  advance,
  countVisitMinutes,
  endBySilence,
  isBeforeSilence,
  isEndedBySilence,
  isUnclear,
  type PresenceState,
  type Reading,
  toPresence,
  unknownPresence,
} from './presence.ts'

const manualReading = (capturedAt: number, inside: boolean): Reading => ({
  capturedAt,
  inside,
  certainty: 'certain',
  source: 'manual',
})
const certainReading = (capturedAt: number, inside: boolean): Reading => ({
  ...manualReading(capturedAt, inside),
  source: 'automatic',
})
const unsureReading = (capturedAt: number, inside: boolean): Reading => ({
  ...certainReading(capturedAt, inside),
  certainty: 'uncertain',
})

/** A state that has been inside or outside for a long time. */
const settledState = (inside: boolean): PresenceState => ({
  ...unknownPresence,
  inside,
  capturedAt: 0,
  entryTime: -86_400_000,
  exitTime: inside ? null : -43_200_000,
})

/** Runs readings through the state machine. Returns the final state and the change after each reading. */
function follow(...readings: Reading[]) {
  return followFrom(unknownPresence, ...readings)
}

function followFrom(start: PresenceState, ...readings: Reading[]) {
  let state = start
  const changes = readings.map(reading => {
    const step = advance(state, reading)
    state = step.next
    return step.change
  })
  return { state, changes }
}

const knownInside = advance(unknownPresence, manualReading(1_000, true)).next

describe('a first reading', () => {
  test('opens a visit if inside', () => {
    expect(advance(unknownPresence, certainReading(1_000, true))).toEqual({
      next: { ...unknownPresence, inside: true, capturedAt: 1_000, entryTime: 1_000 },
      change: 'entered',
      visit: { entryTime: 1_000, exitTime: null, durationMinutes: null },
    })
  })

  test.each([manualReading(1_000, false), certainReading(1_000, false), unsureReading(1_000, false)])(
    'changes nothing if outside, except that the person is now known to be outside',
    reading => {
      const { next, change, visit } = advance(unknownPresence, reading)
      expect(next).toEqual({ ...unknownPresence, capturedAt: 1_000 })
      expect(change).toBe('none')
      expect(visit).toBeUndefined()
      expect(toPresence(unknownPresence)).toBe('unknown')
      expect(toPresence(next)).toBe('outside')
    },
  )

  test('waits for a second one if uncertain and inside', () => {
    expect(follow(unsureReading(1_000, true))).toEqual({
      changes: ['none'],
      state: {
        ...unknownPresence,
        capturedAt: 1_000,
        pendingInside: true,
        pendingSince: 1_000,
        pendingFrom: 1_000,
      },
    })
  })

  test('counts even at time zero', () => {
    expect(toPresence(advance(unknownPresence, manualReading(0, true)).next)).toBe('inside')
  })
})

describe('leaving', () => {
  test('closes the visit and reports its duration', () => {
    expect(advance(knownInside, certainReading(1_000 + 42 * 60_000 + 59_999, false))).toEqual({
      next: { ...knownInside, inside: false, capturedAt: 2_580_999, exitTime: 2_580_999 },
      change: 'left',
      visit: { entryTime: 1_000, exitTime: 2_580_999, durationMinutes: 42 },
    })
  })

  test('opens a new visit when the person comes back', () => {
    const { state, changes } = follow(manualReading(1, true), manualReading(2, false), manualReading(3, true))
    expect(changes).toEqual(['entered', 'left', 'entered'])
    expect(state).toMatchObject({ inside: true, entryTime: 3, exitTime: null })
  })

  test('creates no visit without a known entry', () => {
    const step = advance({ ...knownInside, entryTime: null }, manualReading(2_000, false))
    expect(step.change).toBe('left')
    expect(step.visit).toBeUndefined()
  })

  test('counts whole minutes', () => {
    expect([0, 59_999, 60_000, 119_999, -5].map(ms => countVisitMinutes(0, ms))).toEqual([0, 0, 1, 1, 0])
  })
})

describe('the end of a visit', () => {
  const minute = 60_000
  const hour = 60 * minute
  /** Creates a reading taken `seconds` after eight hours at work, `metres` from the middle of a zone whose edge is 100 m away. */
  const readingAt = (seconds: number, metres: number, overrides: Partial<Reading> = {}): Reading => ({
    ...certainReading(8 * hour + seconds * 1_000, metres < 100),
    accuracyMeters: 5,
    distanceToEdgeM: Math.abs(100 - metres),
    place: { lat: metres / 111_195, lng: 0, accuracyMeters: 5 },
    ...overrides,
  })
  const stateAtWork = followFrom(
    unknownPresence,
    readingAt(-8 * 3_600, 0),
    readingAt(-4 * 3_600, 0),
    readingAt(0, 0),
  ).state
  const unsureFields = { certainty: 'uncertain', accuracyMeters: 60 } as const
  const vagueFields = { certainty: 'uncertain', accuracyMeters: 900 } as const
  const morning = 15 * 3_600

  test.each<[string, Reading[], number | null, ('entered' | 'left' | 'none')[]]>([
    [
      '700 m away after 40 s, borne out after 15 s',
      [readingAt(40, 700), readingAt(55, 720)],
      40,
      ['none', 'left'],
    ],
    ['borne out after 4 minutes', [readingAt(40, 700), readingAt(280, 900)], 40, ['none', 'left']],
    ['borne out the next morning', [readingAt(40, 700), readingAt(morning, 5_000)], 40, ['none', 'none']],
    [
      'borne out by a press',
      [readingAt(40, 700), readingAt(45, 700, { source: 'manual' })],
      40,
      ['none', 'left'],
    ],
    ['back at work the next morning', [readingAt(40, 700), readingAt(morning, 0)], 40, ['none', 'entered']],
    [
      'three that wait for each other, then silence',
      [readingAt(40, 700), readingAt(45, 705), readingAt(48, 702)],
      40,
      ['none', 'none', 'none'],
    ],
    [
      'a second place, which no vehicle reaches, begins anew',
      [readingAt(40, 700), readingAt(45, 5_000), readingAt(60, 5_000)],
      45,
      ['none', 'none', 'left'],
    ],
    [
      'an uncertain one, borne out the next morning',
      [readingAt(40, 150, unsureFields), readingAt(morning, 5_000)],
      40,
      ['none', 'left'],
    ],
    [
      'a certain one, then an uncertain one, then silence',
      [readingAt(40, 700), readingAt(55, 150, unsureFields)],
      40,
      ['none', 'none'],
    ],
    [
      'a certain one, then a vague one, then silence',
      [readingAt(40, 700), readingAt(55, 150, vagueFields)],
      40,
      ['none', 'none'],
    ],
    ['believed at once', [readingAt(300, 400)], 300, ['left']],
  ])('is the first reading outside: %s', (_, readings, seconds, changes) => {
    const result = followFrom(stateAtWork, ...readings)
    expect(result.changes).toEqual(changes)
    const silence = endBySilence(result.state, Number.POSITIVE_INFINITY)
    const ends = [result.state.exitTime, silence?.next.exitTime, findEnd(readings)]
    expect(ends.find(it => it != null)).toBe(seconds === null ? undefined : 8 * hour + seconds * 1_000)
  })

  /** Returns when silence ended a visit during these readings; undefined if it ended none. */
  function findEnd(readings: readonly Reading[]) {
    let state = stateAtWork
    for (const reading of readings) {
      const { next, silence } = advance(state, reading)
      if (silence?.visit) return silence.visit.exitTime
      state = next
    }
    return undefined
  }

  test.each<[string, Reading[]]>([
    ['a certain one that the next one denies', [readingAt(40, 700), readingAt(55, 0)]],
    ['a certain one that the next one denies after 5 minutes', [readingAt(40, 700), readingAt(340, 0)]],
    ['an uncertain one', [readingAt(40, 150, unsureFields)]],
    ['no reading outside at all', []],
  ])('is not caused by silence after %s', (_, readings) => {
    const { state, changes } = followFrom(stateAtWork, ...readings)
    expect(changes.every(it => it === 'none')).toBe(true)
    expect(endBySilence(state, Number.POSITIVE_INFINITY)).toBeUndefined()
    expect(state).toMatchObject({ inside: true, exitTime: null })
  })

  test('is caused by silence after five minutes, but not sooner', () => {
    const { state } = followFrom(stateAtWork, readingAt(40, 700))
    const leftAt = 8 * hour + 40_000
    expect(endBySilence(state, leftAt + 5 * minute)).toBeUndefined()
    expect(endBySilence(state, leftAt + 5 * minute + 1)).toMatchObject({
      change: 'left',
      visit: { entryTime: 0, exitTime: leftAt, durationMinutes: 480 },
    })
  })

  test('leaves the pending series in the state, so that a reading in transit can undo it', () => {
    const { state } = followFrom(stateAtWork, readingAt(40, 700))
    const endedState = endBySilence(state, Number.POSITIVE_INFINITY)?.next ?? unknownPresence
    expect(isEndedBySilence(endedState)).toBe(true)
    const leftAt = 8 * hour + 40_000
    expect(
      [leftAt + 1, leftAt + 5 * minute, leftAt + 5 * minute + 1].map(it => isBeforeSilence(endedState, it)),
    ).toEqual([true, true, false])
    expect(advance(endedState, readingAt(morning, 5_000)).next).toEqual(
      advance(state, readingAt(morning, 5_000)).next,
    )
    expect(advance(endedState, readingAt(morning, 0)).next).toEqual(
      advance(state, readingAt(morning, 0)).next,
    )
  })
})

describe('time', () => {
  test.each([1_000, 999, -1])(
    'a reading at %i after one at 1000 is stale and changes nothing',
    capturedAt => {
      const step = advance(knownInside, manualReading(capturedAt, false))
      expect(step).toEqual({ next: knownInside, change: 'stale' })
      expect(step.next).toBe(knownInside)
    },
  )
})

describe('a second reading of the same moment', () => {
  test('is neither news nor stale if it agrees', () => {
    const step = advance(knownInside, manualReading(1_000, true))
    expect(step).toEqual({ next: knownInside, change: 'none' })
    expect(step.next).toBe(knownInside)
  })
})

describe('uncertain automatic readings', () => {
  test('never flip presence alone', () => {
    expect(follow(manualReading(0, true), unsureReading(1, false)).state.inside).toBe(true)
    expect(follow(manualReading(0, false), unsureReading(1, true)).state.inside).toBe(false)
  })

  test('flip presence once they have agreed for two minutes, counted from the first', () => {
    const everyQuarterMinute = Array.from({ length: 9 }, (_, n) => unsureReading(1_000 + n * 15_000, false))
    const { state, changes } = followFrom(settledState(true), ...everyQuarterMinute)
    expect(changes).toEqual([...Array.from({ length: 8 }, () => 'none'), 'left'])
    expect(state).toMatchObject({ inside: false, exitTime: 1_000, pendingInside: null, pendingSince: null })
  })

  test('do not flip presence a millisecond too early', () => {
    const { state, changes } = followFrom(
      settledState(true),
      unsureReading(1, false),
      unsureReading(120_000, false),
    )
    expect(changes).toEqual(['none', 'none'])
    expect(state).toMatchObject({ inside: true, pendingInside: false, pendingSince: 1 })
  })

  test.each([
    ['a zone no wider than their accuracy', 20, 10_000],
    ['a zone twice as wide', 40, 65_000],
    ['a zone three times as wide', 60, 120_000],
  ])('in %s must agree for this long', (_, zoneWidthM, ms) => {
    const readingAt = (capturedAt: number) => ({
      ...unsureReading(capturedAt, true),
      accuracyMeters: 20,
      zoneWidthM,
    })
    expect(followFrom(settledState(false), readingAt(1), readingAt(ms)).changes).toEqual(['none', 'none'])
    expect(followFrom(settledState(false), readingAt(1), readingAt(1 + ms)).changes).toEqual([
      'none',
      'entered',
    ])
  })

  test('revert a change less than 15 minutes old when two agree and are 10 s apart', () => {
    const changeAfter = (ms: number) =>
      follow(manualReading(0, true), unsureReading(ms - 10_000, false), unsureReading(ms, false)).changes.at(
        -1,
      )
    expect([10_001, 899_999, 900_000].map(changeAfter)).toEqual(['left', 'left', 'none'])
    expect(
      follow(manualReading(0, true), unsureReading(1, false), unsureReading(10_000, false)).changes.at(-1),
    ).toBe('none')
  })

  test.each([
    ['a wide zone, half the accuracy', undefined, 9, 10],
    ['a zone twice as wide as their accuracy, a quarter of it', 40, 4, 5],
    ['a zone no wider', 20, undefined, 0],
  ])('near the edge are ignored as "inside": %s', (_, zoneWidthM, drifts, counts) => {
    const readingAt = (distanceToEdgeM: number) => {
      const reading = { ...unsureReading(1, true), accuracyMeters: 20, distanceToEdgeM }
      return advance(settledState(false), zoneWidthM ? { ...reading, zoneWidthM } : reading).next
        .pendingInside
    }
    if (drifts !== undefined) expect(readingAt(drifts)).toBeNull()
    expect(readingAt(counts)).toBe(true)
  })

  test('count within 10 s, even near the edge, if the person moved further than errors drift', () => {
    const createWalk = (accuracyMeters: number, ...metres: number[]) => {
      const readingAt = (metre: number, n: number): Reading => ({
        ...unsureReading(1_000 + 15_000 * n, metre < 0),
        accuracyMeters,
        distanceToEdgeM: Math.abs(metre),
        place: { lat: metre / 111_195, lng: 0, accuracyMeters },
      })
      return followFrom(settledState(false), ...metres.map(readingAt)).changes
    }
    expect(createWalk(30, 19, -2, -16)).toEqual(['none', 'none', 'entered'])
    // Another such walk would take the next reading of ±20 m beyond its accuracy, so that reading decides.
    expect(createWalk(20, 19, -2, -11)).toEqual(['none', 'none', 'none'])
    expect(createWalk(20, 4, -11, -12)).toEqual(['none', 'none', 'entered'])
    // 20.1 m in 15 s is within drift, and nobody walks 40 m in that time.
    expect(createWalk(30, 4, -16, -16)).toEqual(['none', 'none', 'none'])
    expect(createWalk(30, 29, -11, -16)).toEqual(['none', 'none', 'none'])
  })

  test.each([
    ['left', true],
    ['entered', false],
  ])('a certain reading beyond walking distance waits for a second before it says "%s"', (change, inside) => {
    const readingAt = (metres: number, seconds: number): Reading => ({
      ...certainReading(1_000 * seconds, metres < 0 ? inside : !inside),
      certainty: Math.abs(metres) > 20 ? 'certain' : 'uncertain',
      accuracyMeters: 20,
      distanceToEdgeM: Math.abs(metres),
      place: { lat: metres / 111_195, lng: 0, accuracyMeters: 20 },
    })
    // 60 m in 15 s is 28.5 m more than a walk; 9 m of that is attributed to the reading 28 m from the edge.
    const listChanges = (...readings: Reading[]) => followFrom(settledState(inside), ...readings).changes
    expect(listChanges(readingAt(-32, 1), readingAt(28, 16), readingAt(-32, 31))).toEqual([
      'none',
      'none',
      'none',
    ])
    expect(listChanges(readingAt(-32, 1), readingAt(28, 16), readingAt(28, 31))).toEqual([
      'none',
      'none',
      change,
    ])
    expect(listChanges(readingAt(-30, 1), readingAt(30, 16))).toEqual(['none', change])
    expect(listChanges(readingAt(0, 1), readingAt(28, 16))).toEqual(['none', change])
  })

  test.each([
    ['left', true],
    ['entered', false],
  ])('still say "%s" only after 10 s if the person seems to move every second', (change, inside) => {
    // 5 m per second exceeds drift, yet it is only jitter.
    const readingAt = (seconds: number): Reading => ({
      ...unsureReading(1 + seconds * 1_000, !inside),
      accuracyMeters: 20,
      distanceToEdgeM: 12 + (seconds % 2),
      place: { lat: 0, lng: (5 * (seconds % 2)) / 111_195, accuracyMeters: 20 },
    })
    const startState = { ...settledState(inside), place: { lat: 0, lng: 5 / 111_195, accuracyMeters: 20 } }
    const { changes } = followFrom(startState, ...Array.from({ length: 11 }, (_, n) => readingAt(n)))
    expect(changes).toEqual([...Array.from({ length: 10 }, () => 'none'), change])
  })

  test('do not confirm a jump sooner than 10 s after it', () => {
    const place = { lat: 0.1, lng: 0, accuracyMeters: 20 }
    const moveToPlace = (reading: Reading): Reading => ({ ...reading, accuracyMeters: 20, place })
    const { changes } = followFrom(
      { ...settledState(true), place: { lat: 0, lng: 0, accuracyMeters: 20 } },
      ...[
        certainReading(1_000, false),
        unsureReading(6_000, false),
        certainReading(7_000, false),
        certainReading(11_000, false),
      ].map(moveToPlace),
    )
    expect(changes).toEqual(['none', 'none', 'none', 'left'])
  })

  test.each([unsureReading(5_000, true), certainReading(5_000, true), manualReading(5_000, true)])(
    'start over when the state was confirmed in between',
    confirmation => {
      const { state, changes } = follow(
        manualReading(0, true),
        unsureReading(1, false),
        confirmation,
        unsureReading(20_000, false),
      )
      expect(changes).toEqual(['entered', 'none', 'none', 'none'])
      expect(state).toMatchObject({ inside: true, pendingInside: false, pendingSince: 20_000 })
    },
  )

  test('are not joined to a series by a stale one', () => {
    const { changes } = follow(
      manualReading(0, true),
      unsureReading(20_000, false),
      unsureReading(5_000, false),
    )
    expect(changes).toEqual(['entered', 'none', 'stale'])
  })
})

describe('a decisive reading', () => {
  test('may be automatic if it is certain', () => {
    expect(follow(manualReading(0, true), certainReading(1, false)).changes).toEqual(['entered', 'left'])
  })

  test('may be manual, even if it is uncertain', () => {
    expect(follow(manualReading(0, true), { ...unsureReading(1, false), source: 'manual' }).changes).toEqual([
      'entered',
      'left',
    ])
  })

  test('ends a running series', () => {
    const { state } = follow(manualReading(0, true), unsureReading(1, false), certainReading(2, false))
    expect(state).toMatchObject({ inside: false, pendingInside: null, pendingSince: null })
  })
})

describe('with any readings', () => {
  const anyReading: fc.Arbitrary<Reading> = fc.record({
    capturedAt: fc.integer({ min: 0, max: 120_000 }),
    inside: fc.boolean(),
    certainty: fc.constantFrom('certain', 'uncertain'),
    source: fc.constantFrom('manual', 'automatic'),
  })

  test('presence moves forward, changes alternate, and visits match the changes', () => {
    fc.assert(
      fc.property(fc.array(anyReading, { maxLength: 40 }), readings => {
        let state: PresenceState = unknownPresence
        let lastChange: 'entered' | 'left' = 'left'
        for (const reading of readings) {
          const { next, change, visit } = advance(state, reading)
          const isNew = state.capturedAt === null || reading.capturedAt > state.capturedAt
          const isRepeated = reading.capturedAt === state.capturedAt && reading.inside === state.inside
          expect(change === 'stale').toBe(!isNew && !isRepeated)
          if (isNew) expect(next.capturedAt).toBe(reading.capturedAt)
          else expect(next).toBe(state)

          expect(next.inside !== state.inside).toBe(change === 'entered' || change === 'left')
          expect(visit !== undefined).toBe(next.inside !== state.inside)
          if (change === 'entered' || change === 'left') {
            expect(change).not.toBe(lastChange)
            expect(next.inside).toBe(reading.inside)
            lastChange = change
          }
          if (visit?.exitTime != null) expect(visit.exitTime).toBeGreaterThan(visit.entryTime)
          expect(next.inside).toBe(next.entryTime !== null && next.exitTime === null)
          expect(next.pendingSince === null).toBe(next.pendingInside === null)
          expect(next.pendingInside).not.toBe(next.inside)
          if (isNew && !(reading.source === 'automatic' && reading.certainty === 'uncertain')) {
            expect(next.inside).toBe(reading.inside)
          }
          state = next
        }
      }),
    )
  })

  test('the arrival order of stale readings does not affect the state', () => {
    fc.assert(
      fc.property(fc.array(anyReading, { minLength: 1, maxLength: 20 }), readings => {
        const newest = readings.reduce((a, b) => (b.capturedAt > a.capturedAt ? b : a))
        const stateByNewest = advance(unknownPresence, { ...newest, source: 'manual' }).next
        expect(readings.reduce((state, reading) => advance(state, reading).next, stateByNewest)).toBe(
          stateByNewest,
        )
      }),
    )
  })
})

describe('a manual reading with poor accuracy near the edge', () => {
  const poorReading = (capturedAt: number, inside: boolean, accuracyMeters = 500): Reading => ({
    ...manualReading(capturedAt, inside),
    certainty: 'uncertain',
    accuracyMeters,
  })

  test.each([
    ['a first one', unknownPresence, true],
    ['one that says outside', knownInside, false],
    ['one that agrees', knownInside, true],
  ])('changes nothing: %s', (_, state, inside) => {
    const step = advance(state, poorReading(9_000, inside))
    expect(step).toEqual({ next: state, change: 'none' })
    expect(step.next).toBe(state)
  })

  test.each([
    [{ accuracyMeters: 50 }, false],
    [{ accuracyMeters: 50.01 }, true],
    [{ accuracyMeters: null }, false],
    [{ certainty: 'certain' }, false],
    [{ source: 'automatic' }, false],
  ] as const)('%j: unclear is %s', (overrides, unclear) => {
    expect(isUnclear({ ...poorReading(9_000, true), ...overrides })).toBe(unclear)
    const { change } = advance(knownInside, { ...poorReading(9_000, false), ...overrides })
    if (unclear) expect(change).toBe('none')
  })

  test('does not invalidate a better one taken before it', () => {
    expect(
      follow(manualReading(1_000, true), poorReading(9_000, true), manualReading(8_000, false)).changes,
    ).toEqual(['entered', 'none', 'left'])
  })
})
