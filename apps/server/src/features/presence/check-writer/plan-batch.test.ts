import type { PresenceState } from '@muster/domain/presence.ts'
import { unknownPresence } from '@muster/domain/presence.ts'
import { describe, expect, test } from 'vitest'
import type { StoredCheck, Track } from './batch-plan.ts'
import type { PendingCheck } from './pending-check.ts'
import { pairKey, planBatch } from './plan-batch.ts'

const T = Date.parse('2026-11-20T09:00:00Z')
const minutes = 60_000
let ids = 0

const check = (over: Partial<PendingCheck> = {}): PendingCheck => ({
  id: `id-${++ids}`,
  userId: 'ann',
  zoneId: 'yard',
  shapeVersion: 1,
  lat: 1,
  lng: 2,
  accuracyMeters: 5,
  source: 'manual',
  capturedAt: T,
  receivedAt: T + 90 * minutes,
  inside: true,
  certainty: 'certain',
  distanceToCenterM: 10,
  distanceToEdgeM: 40,
  zoneWidthAt: () => 200,
  mock: false,
  seesAllZones: false,
  ...over,
})

const tracks = (...states: [userId: string, state?: Partial<PresenceState>][]) =>
  new Map<string, Track>(
    states.map(([userId, state]) => {
      const track = { userId, zoneId: 'yard', place: '(0,1)', state: { ...unknownPresence, ...state } }
      return [pairKey(track), track]
    }),
  )

const plan = (checks: PendingCheck[], plan = tracks(['ann']), stored: StoredCheck[] = []) =>
  planBatch(checks, plan, stored)

const storedCopy = (of: PendingCheck, over: Partial<StoredCheck> = {}): StoredCheck => ({
  id: of.id,
  userId: of.userId,
  zoneId: of.zoneId,
  lat: of.lat,
  lng: of.lng,
  inside: of.inside,
  certainty: of.certainty,
  unclear: false,
  distanceToCenterM: of.distanceToCenterM,
  distanceToEdgeM: of.distanceToEdgeM,
  change: 'entered',
  capturedAt: of.capturedAt,
  receivedAt: of.receivedAt,
  ...over,
})

describe('planning a batch', () => {
  test('begins a visit with a first check inside and notifies the zone and the person', () => {
    const { outcomes, log, begun, ended, changes, feed } = plan([check()])
    expect(outcomes).toMatchObject([
      { kind: 'recorded', change: 'entered', presence: 'inside', repeated: false },
    ])
    expect(log).toHaveLength(1)
    expect(begun).toMatchObject([{ entryTime: T, exitTime: null }])
    expect(ended).toEqual([])
    expect(feed.map(it => [it.topic, it.kind])).toEqual([['zone:yard', 'presence.located']])
    expect(changes[0]?.payload).toMatchObject({ visitId: begun[0]?.id, accuracyMeters: 5, source: 'manual' })
    expect(changes.map(it => [it.topic, it.kind])).toEqual([
      ['zone:yard', 'presence.changed'],
      ['user:ann', 'presence.changed'],
    ])
  })

  test('applies checks in capture order, whatever their order of arrival', () => {
    const out = check({ capturedAt: T + 10 * minutes, inside: false })
    const into = check({ capturedAt: T })
    const { outcomes, begun, ended } = plan([out, into])
    expect(outcomes).toMatchObject([{ change: 'left' }, { change: 'entered' }])
    expect(begun).toMatchObject([{ entryTime: T, exitTime: T + 10 * minutes, durationMinutes: 10 }])
    expect(ended).toEqual([])
  })

  test('ends a visit of an earlier batch, and may begin a new one in the same batch', () => {
    const state = tracks(['ann', { inside: true, capturedAt: T - minutes, entryTime: T - minutes }])
    const { begun, ended } = plan(
      [
        check({ inside: false }),
        check({ capturedAt: T + minutes }),
        check({ capturedAt: T + 2 * minutes, inside: false }),
      ],
      state,
    )
    expect(ended).toMatchObject([{ userId: 'ann', exitTime: T, durationMinutes: 1 }])
    expect(begun).toMatchObject([{ entryTime: T + minutes, exitTime: T + 2 * minutes }])
  })

  test('leaves a late reading and its second copy for the recomputation of visits', () => {
    const state = tracks(['ann', { inside: true, capturedAt: T + minutes, entryTime: T + minutes }])
    const late = check({ inside: false })
    const { outcomes, log, begun, ended, feed } = plan([late, late], state)
    expect(outcomes).toEqual([{ kind: 'late' }, { kind: 'late' }])
    expect([log, begun, ended, feed]).toEqual([[], [], [], []])
    expect([...state.values()][0]?.newest).toBeUndefined()
  })

  test('only logs a late reading that is too inaccurate', () => {
    const state = tracks(['ann', { inside: true, capturedAt: T + minutes, entryTime: T + minutes }])
    const poor = check({ certainty: 'uncertain', accuracyMeters: 500 })
    expect(plan([poor], state).log.map(it => it.change)).toEqual(['stale'])
  })

  test("treats a former member's reading from before they left as late", () => {
    const again = () => tracks(['ann', { exitTime: T + minutes }])
    expect(plan([check()], again()).outcomes).toEqual([{ kind: 'late' }])
    expect(plan([check({ capturedAt: T + minutes + 1 })], again()).outcomes).toMatchObject([
      { change: 'entered' },
    ])
  })

  test('uses the arrival time of a reading from a fast clock', () => {
    const state = tracks(['ann'])
    const receivedAt = T + minutes
    plan([check({ capturedAt: T + 1_000 * minutes, receivedAt })], state)
    expect([...state.values()][0]?.state).toMatchObject({ capturedAt: receivedAt, entryTime: receivedAt })
  })

  test('refuses a sender without a state row as a non-member, whatever the caches contain', () => {
    const { outcomes, log } = plan([check({ userId: 'eve' }), check()])
    expect(outcomes).toMatchObject([{ kind: 'refused', code: 'ZONE_NOT_FOUND' }, { kind: 'recorded' }])
    expect(log).toHaveLength(1)
  })

  test('records an id repeated within the batch once and answers it twice', () => {
    const one = check()
    const { outcomes, log, begun } = plan([one, { ...one, inside: false }])
    expect(outcomes).toMatchObject([
      { repeated: false, inside: true, change: 'entered' },
      { repeated: true, inside: true, change: 'entered' },
    ])
    expect([log.length, begun.length]).toEqual([1, 1])
  })

  test('answers an id that is already logged from the log and keeps the state', () => {
    const again = check({ inside: false })
    const state = tracks(['ann', { inside: true, capturedAt: T, entryTime: T }])
    const { outcomes, log } = plan([again], state, [storedCopy(again, { inside: true })])
    expect(outcomes).toMatchObject([
      { repeated: true, inside: true, change: 'entered', capturedAt: T, presence: 'inside' },
    ])
    expect(log).toEqual([])
    expect([...state.values()][0]?.state.capturedAt).toBe(T)
  })

  test("rejects the id of another person's reading, in the log and in the batch", () => {
    const anns = check()
    const bobs = check({ id: anns.id, userId: 'bob' })
    const createTracks = () => tracks(['ann'], ['bob'])
    expect(plan([anns, bobs], createTracks()).outcomes).toMatchObject([
      { kind: 'recorded' },
      { code: 'CHECK_ID_TAKEN' },
    ])
    expect(plan([bobs], createTracks(), [storedCopy(anns)]).outcomes).toMatchObject([
      { code: 'CHECK_ID_TAKEN' },
    ])
  })

  test('groups people whose presence did not change into one event with their newest readings', () => {
    const state = { inside: true, capturedAt: T - minutes, entryTime: T - minutes }
    const { feed } = plan(
      [check(), check({ capturedAt: T + 1 }), check({ userId: 'bob' })],
      tracks(['ann', state], ['bob', state]),
    )
    expect(feed).toEqual([
      {
        topic: 'zone:yard',
        kind: 'presence.seen',
        payload: {
          zoneId: 'yard',
          seen: [
            {
              userId: 'ann',
              inside: true,
              at: new Date(T + 1).toISOString(),
              accuracyMeters: 5,
              source: 'manual',
            },
            {
              userId: 'bob',
              inside: true,
              at: new Date(T).toISOString(),
              accuracyMeters: 5,
              source: 'manual',
            },
          ],
        },
      },
      {
        topic: 'zone:yard',
        kind: 'presence.located',
        payload: {
          zoneId: 'yard',
          located: [
            { userId: 'ann', lat: 1, lng: 2, accuracyMeters: 5, at: new Date(T + 1).toISOString() },
            { userId: 'bob', lat: 1, lng: 2, accuracyMeters: 5, at: new Date(T).toISOString() },
          ],
        },
      },
    ])
  })

  test('changes nothing after a single uncertain automatic reading, only after two that agree over two minutes, or ten seconds in a narrow zone', () => {
    const uncertain = { source: 'device', certainty: 'uncertain' } as const
    const apart = (ms: number, zoneWidthM = 200) => {
      const both = { ...uncertain, zoneWidthAt: () => zoneWidthM }
      const { outcomes } = plan([check(both), check({ ...both, capturedAt: T + ms })])
      return outcomes.map(it => 'change' in it && it.change)
    }
    expect(apart(2 * minutes - 1)).toEqual(['none', 'none'])
    expect(apart(2 * minutes)).toEqual(['none', 'entered'])
    expect([apart(9_999, 5), apart(10_000, 5)]).toEqual([
      ['none', 'none'],
      ['none', 'entered'],
    ])
    expect(plan([check({ certainty: 'uncertain' })]).outcomes).toMatchObject([{ change: 'entered' }])
  })

  test('logs an inaccurate manual check near the edge as unclear; state, feed and last reading stay the same', () => {
    const poor = check({ certainty: 'uncertain', accuracyMeters: 500, capturedAt: T + minutes })
    const state = tracks(['ann', { inside: false, capturedAt: T }])
    const { outcomes, log, begun, feed } = plan([poor], state)
    expect(outcomes).toMatchObject([{ kind: 'recorded', unclear: true, change: 'none', presence: 'outside' }])
    expect(log).toHaveLength(1)
    expect([begun, feed]).toEqual([[], []])
    expect([...state.values()][0]).toMatchObject({ state: { capturedAt: T } })
    expect([...state.values()][0]?.newest).toBeUndefined()
  })
})

describe('an id used for another reading', () => {
  const first = check()
  test.each([
    ['another place', { lat: 1.5 }],
    ['another time', { capturedAt: T + 1 }],
  ])('is rejected for %s, stored or in the same batch', (_, over) => {
    const other = { ...first, ...over }
    const refusal = { kind: 'refused', code: 'CHECK_ID_TAKEN' }
    expect(plan([other], tracks(['ann']), [storedCopy(first)]).outcomes).toEqual([refusal])
    expect(plan([first, other]).outcomes).toMatchObject([{ kind: 'recorded' }, refusal])
    // Another zone is allowed: one reading may count for several.
    const elsewhere = storedCopy(first, { zoneId: 'gate' })
    expect(plan([other], tracks(['ann']), [elsewhere]).outcomes).toEqual([refusal])
    expect(plan([first], tracks(['ann']), [elsewhere]).outcomes).toMatchObject([{ kind: 'recorded' }])
  })
})
