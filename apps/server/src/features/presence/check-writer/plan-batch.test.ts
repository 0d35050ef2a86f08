import type { PresenceState } from '@muster/domain/presence.ts'
import { unknownPresence } from '@muster/domain/presence.ts'
import { describe, expect, test } from 'vitest'
import type { StoredCheck, Track } from './batch-plan.ts'
import type { PendingCheck } from './pending-check.ts'
import { pairKey, planBatch } from './plan-batch.ts'

const t0 = Date.parse('2026-11-20T09:00:00Z')
const minute = 60_000
let idCount = 0

const createCheck = (overrides: Partial<PendingCheck> = {}): PendingCheck => ({
  id: `id-${++idCount}`,
  userId: 'ann',
  zoneId: 'yard',
  shapeVersion: 1,
  lat: 1,
  lng: 2,
  accuracyMeters: 5,
  source: 'manual',
  capturedAt: t0,
  receivedAt: t0 + 90 * minute,
  inside: true,
  certainty: 'certain',
  distanceToCenterM: 10,
  distanceToEdgeM: 40,
  zoneWidthAt: () => 200,
  mock: false,
  seesAllZones: false,
  ...overrides,
})

const createTrackMap = (...states: [userId: string, state?: Partial<PresenceState>][]) =>
  new Map<string, Track>(
    states.map(([userId, state]) => {
      const track = { userId, zoneId: 'yard', place: '(0,1)', state: { ...unknownPresence, ...state } }
      return [pairKey(track), track]
    }),
  )

const planChecks = (
  checks: PendingCheck[],
  batchTracks = createTrackMap(['ann']),
  storedChecks: StoredCheck[] = [],
) => planBatch(checks, batchTracks, storedChecks)

const createStoredCopy = (original: PendingCheck, overrides: Partial<StoredCheck> = {}): StoredCheck => ({
  id: original.id,
  userId: original.userId,
  zoneId: original.zoneId,
  lat: original.lat,
  lng: original.lng,
  inside: original.inside,
  certainty: original.certainty,
  unclear: false,
  distanceToCenterM: original.distanceToCenterM,
  distanceToEdgeM: original.distanceToEdgeM,
  change: 'entered',
  capturedAt: original.capturedAt,
  receivedAt: original.receivedAt,
  ...overrides,
})

describe('planning a batch', () => {
  test('begins a visit with a first check inside and notifies the zone and the person', () => {
    const { outcomes, log, begun, ended, changes, feed } = planChecks([createCheck()])
    expect(outcomes).toMatchObject([
      { kind: 'recorded', change: 'entered', presence: 'inside', repeated: false },
    ])
    expect(log).toHaveLength(1)
    expect(begun).toMatchObject([{ entryTime: t0, exitTime: null }])
    expect(ended).toEqual([])
    expect(feed.map(it => [it.topic, it.kind])).toEqual([['zone:yard', 'presence.located']])
    expect(changes[0]?.payload).toMatchObject({ visitId: begun[0]?.id, accuracyMeters: 5, source: 'manual' })
    expect(changes.map(it => [it.topic, it.kind])).toEqual([
      ['zone:yard', 'presence.changed'],
      ['user:ann', 'presence.changed'],
    ])
  })

  test('applies checks in capture order, whatever their order of arrival', () => {
    const exitCheck = createCheck({ capturedAt: t0 + 10 * minute, inside: false })
    const entryCheck = createCheck({ capturedAt: t0 })
    const { outcomes, begun, ended } = planChecks([exitCheck, entryCheck])
    expect(outcomes).toMatchObject([{ change: 'left' }, { change: 'entered' }])
    expect(begun).toMatchObject([{ entryTime: t0, exitTime: t0 + 10 * minute, durationMinutes: 10 }])
    expect(ended).toEqual([])
  })

  test('ends a visit of an earlier batch, and may begin a new one in the same batch', () => {
    const batchTracks = createTrackMap([
      'ann',
      { inside: true, capturedAt: t0 - minute, entryTime: t0 - minute },
    ])
    const { begun, ended } = planChecks(
      [
        createCheck({ inside: false }),
        createCheck({ capturedAt: t0 + minute }),
        createCheck({ capturedAt: t0 + 2 * minute, inside: false }),
      ],
      batchTracks,
    )
    expect(ended).toMatchObject([{ userId: 'ann', exitTime: t0, durationMinutes: 1 }])
    expect(begun).toMatchObject([{ entryTime: t0 + minute, exitTime: t0 + 2 * minute }])
  })

  test('leaves a late reading and its second copy for the recomputation of visits', () => {
    const batchTracks = createTrackMap([
      'ann',
      { inside: true, capturedAt: t0 + minute, entryTime: t0 + minute },
    ])
    const lateCheck = createCheck({ inside: false })
    const { outcomes, log, begun, ended, feed } = planChecks([lateCheck, lateCheck], batchTracks)
    expect(outcomes).toEqual([{ kind: 'late' }, { kind: 'late' }])
    expect([log, begun, ended, feed]).toEqual([[], [], [], []])
    expect([...batchTracks.values()][0]?.newest).toBeUndefined()
  })

  test('only logs a late reading that is too inaccurate', () => {
    const batchTracks = createTrackMap([
      'ann',
      { inside: true, capturedAt: t0 + minute, entryTime: t0 + minute },
    ])
    const inaccurateCheck = createCheck({ certainty: 'uncertain', accuracyMeters: 500 })
    expect(planChecks([inaccurateCheck], batchTracks).log.map(it => it.change)).toEqual(['stale'])
  })

  test("treats a former member's reading from before they left as late", () => {
    const createFormerMember = () => createTrackMap(['ann', { exitTime: t0 + minute }])
    expect(planChecks([createCheck()], createFormerMember()).outcomes).toEqual([{ kind: 'late' }])
    expect(
      planChecks([createCheck({ capturedAt: t0 + minute + 1 })], createFormerMember()).outcomes,
    ).toMatchObject([{ change: 'entered' }])
  })

  test('uses the arrival time of a reading from a fast clock', () => {
    const batchTracks = createTrackMap(['ann'])
    const receivedAt = t0 + minute
    planChecks([createCheck({ capturedAt: t0 + 1_000 * minute, receivedAt })], batchTracks)
    expect([...batchTracks.values()][0]?.state).toMatchObject({
      capturedAt: receivedAt,
      entryTime: receivedAt,
    })
  })

  test('refuses a sender without a state row as a non-member, whatever the caches contain', () => {
    const { outcomes, log } = planChecks([createCheck({ userId: 'eve' }), createCheck()])
    expect(outcomes).toMatchObject([{ kind: 'refused', code: 'ZONE_NOT_FOUND' }, { kind: 'recorded' }])
    expect(log).toHaveLength(1)
  })

  test('records an id repeated within the batch once and answers it twice', () => {
    const firstCheck = createCheck()
    const { outcomes, log, begun } = planChecks([firstCheck, { ...firstCheck, inside: false }])
    expect(outcomes).toMatchObject([
      { repeated: false, inside: true, change: 'entered' },
      { repeated: true, inside: true, change: 'entered' },
    ])
    expect([log.length, begun.length]).toEqual([1, 1])
  })

  test('answers an id that is already logged from the log and keeps the state', () => {
    const repeatedCheck = createCheck({ inside: false })
    const batchTracks = createTrackMap(['ann', { inside: true, capturedAt: t0, entryTime: t0 }])
    const { outcomes, log } = planChecks([repeatedCheck], batchTracks, [
      createStoredCopy(repeatedCheck, { inside: true }),
    ])
    expect(outcomes).toMatchObject([
      { repeated: true, inside: true, change: 'entered', capturedAt: t0, presence: 'inside' },
    ])
    expect(log).toEqual([])
    expect([...batchTracks.values()][0]?.state.capturedAt).toBe(t0)
  })

  test("rejects the id of another person's reading, in the log and in the batch", () => {
    const annsCheck = createCheck()
    const bobsCheck = createCheck({ id: annsCheck.id, userId: 'bob' })
    const createTracks = () => createTrackMap(['ann'], ['bob'])
    expect(planChecks([annsCheck, bobsCheck], createTracks()).outcomes).toMatchObject([
      { kind: 'recorded' },
      { code: 'CHECK_ID_TAKEN' },
    ])
    expect(planChecks([bobsCheck], createTracks(), [createStoredCopy(annsCheck)]).outcomes).toMatchObject([
      { code: 'CHECK_ID_TAKEN' },
    ])
  })

  test('groups people whose presence did not change into one event with their newest readings', () => {
    const state = { inside: true, capturedAt: t0 - minute, entryTime: t0 - minute }
    const { feed } = planChecks(
      [createCheck(), createCheck({ capturedAt: t0 + 1 }), createCheck({ userId: 'bob' })],
      createTrackMap(['ann', state], ['bob', state]),
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
              at: new Date(t0 + 1).toISOString(),
              accuracyMeters: 5,
              source: 'manual',
            },
            {
              userId: 'bob',
              inside: true,
              at: new Date(t0).toISOString(),
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
            { userId: 'ann', lat: 1, lng: 2, accuracyMeters: 5, at: new Date(t0 + 1).toISOString() },
            { userId: 'bob', lat: 1, lng: 2, accuracyMeters: 5, at: new Date(t0).toISOString() },
          ],
        },
      },
    ])
  })

  test('changes nothing after a single uncertain automatic reading, only after two that agree over two minutes, or ten seconds in a narrow zone', () => {
    const uncertainFields = { source: 'device', certainty: 'uncertain' } as const
    const planTwoApart = (ms: number, zoneWidthM = 200) => {
      const checkFields = { ...uncertainFields, zoneWidthAt: () => zoneWidthM }
      const { outcomes } = planChecks([
        createCheck(checkFields),
        createCheck({ ...checkFields, capturedAt: t0 + ms }),
      ])
      return outcomes.map(it => 'change' in it && it.change)
    }
    expect(planTwoApart(2 * minute - 1)).toEqual(['none', 'none'])
    expect(planTwoApart(2 * minute)).toEqual(['none', 'entered'])
    expect([planTwoApart(9_999, 5), planTwoApart(10_000, 5)]).toEqual([
      ['none', 'none'],
      ['none', 'entered'],
    ])
    expect(planChecks([createCheck({ certainty: 'uncertain' })]).outcomes).toMatchObject([
      { change: 'entered' },
    ])
  })

  test('logs an inaccurate manual check near the edge as unclear; state, feed and last reading stay the same', () => {
    const inaccurateCheck = createCheck({
      certainty: 'uncertain',
      accuracyMeters: 500,
      capturedAt: t0 + minute,
    })
    const batchTracks = createTrackMap(['ann', { inside: false, capturedAt: t0 }])
    const { outcomes, log, begun, feed } = planChecks([inaccurateCheck], batchTracks)
    expect(outcomes).toMatchObject([{ kind: 'recorded', unclear: true, change: 'none', presence: 'outside' }])
    expect(log).toHaveLength(1)
    expect([begun, feed]).toEqual([[], []])
    expect([...batchTracks.values()][0]).toMatchObject({ state: { capturedAt: t0 } })
    expect([...batchTracks.values()][0]?.newest).toBeUndefined()
  })
})

describe('an id used for another reading', () => {
  const firstCheck = createCheck()
  test.each([
    ['another place', { lat: 1.5 }],
    ['another time', { capturedAt: t0 + 1 }],
  ])('is rejected for %s, stored or in the same batch', (_, overrides) => {
    const conflictingCheck = { ...firstCheck, ...overrides }
    const refusal = { kind: 'refused', code: 'CHECK_ID_TAKEN' }
    expect(
      planChecks([conflictingCheck], createTrackMap(['ann']), [createStoredCopy(firstCheck)]).outcomes,
    ).toEqual([refusal])
    expect(planChecks([firstCheck, conflictingCheck]).outcomes).toMatchObject([{ kind: 'recorded' }, refusal])
    // The id may be repeated in another zone, because one reading may count for several.
    const copyInOtherZone = createStoredCopy(firstCheck, { zoneId: 'gate' })
    expect(planChecks([conflictingCheck], createTrackMap(['ann']), [copyInOtherZone]).outcomes).toEqual([
      refusal,
    ])
    expect(planChecks([firstCheck], createTrackMap(['ann']), [copyInOtherZone]).outcomes).toMatchObject([
      { kind: 'recorded' },
    ])
  })
})
