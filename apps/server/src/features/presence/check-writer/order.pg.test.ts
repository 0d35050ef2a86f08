import process from 'node:process'
import { limits } from '@muster/domain/limits.ts'
import type { LoggedReading } from '@muster/domain/logged-reading.ts'
import { foldReadings, foldThenWait } from '@muster/domain/testing/fold-readings.ts'
import { deliveries } from '@muster/domain/testing/order-of-readings.ts'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFactories, type TestUser, type TestZone } from '../../../testing/factories.ts'
import { testDatabase } from '../../../testing/test-world.ts'
import { endSilentVisits } from '../end-silent-visits.ts'
import { createPendingCheck, findDrift } from '../testing/checks.ts'
import { type CheckWriter, createCheckWriter } from './check-writer.ts'
import type { PendingCheck } from './pending-check.ts'

/** Number of random runs; `npm run prove -- order` sets a higher one. */
const runCount = Number(process.env.ORDER_PG_RUNS ?? 40)
const minute = 60_000

let writer: CheckWriter
let make: ReturnType<typeof createFactories>

const { db } = testDatabase({ onError: () => undefined })
beforeAll(async () => {
  writer = createCheckWriter({ db, log: pino({ level: 'silent' }) })
  make = createFactories(db)
})
afterAll(() => writer.stop())

async function createMember(): Promise<{ user: TestUser; zone: TestZone }> {
  const [user, zone] = [await make.user(), await make.zone()]
  await make.assign(user, zone)
  return { user, zone }
}

/**
 * The arrival time of all readings. It is after the last capture time, so that no clock counts as fast, and long enough ago for
 * silence to end visits.
 */
const receivedAt = Date.now() - 2 * limits.leftBySilenceMs

/** Converts a model reading to a check in the form that the endpoint passes to the writer. */
const createCheck = (user: TestUser, zone: TestZone, run: string, reading: LoggedReading) =>
  createPendingCheck(user, zone, reading.capturedAt, {
    id: `${run}-0000-7000-8000-0000000000${reading.id}`,
    receivedAt,
    inside: reading.inside,
    certainty: reading.certainty,
    source: reading.source,
    accuracyMeters: reading.accuracyMeters ?? null,
    distanceToEdgeM: reading.distanceToEdgeM ?? 0,
    zoneWidthAt: () => reading.zoneWidthM ?? 0,
    lat: reading.place?.lat ?? 0,
    lng: reading.place?.lng ?? 0,
  })

async function readState(user: TestUser) {
  const toMs = (at: Date | null) => at?.getTime() ?? null
  const { rows: states } = await db.pool.query('select * from presence_tracking where user_id = $1', [
    user.id,
  ])
  const { rows: visits } = await db.pool.query(
    'select entry_time, exit_time from presence_history where user_id = $1 order by 1',
    [user.id],
  )
  const [stateRow] = states
  return {
    state: {
      inside: stateRow.is_inside_zone,
      capturedAt: toMs(stateRow.captured_at),
      entryTime: toMs(stateRow.entry_time),
      exitTime: toMs(stateRow.exit_time),
      pendingInside: stateRow.pending_inside,
      pendingSince: toMs(stateRow.pending_since),
      pendingFrom: toMs(stateRow.pending_from),
      place:
        stateRow.latitude === null
          ? null
          : { lat: stateRow.latitude, lng: stateRow.longitude, accuracyMeters: stateRow.accuracy_meters },
    },
    stays: visits.map(visit => ({ entryTime: toMs(visit.entry_time), exitTime: toMs(visit.exit_time) })),
  }
}

async function listPublishedChanges(user: TestUser): Promise<string[]> {
  const { rows } = await db.pool.query(
    `select payload ->> 'change' as change from feed_events where kind = 'presence.changed' and topic = $1 order by seq`,
    [`user:${user.id}`],
  )
  return rows.map(it => it.change)
}

test('however readings are shuffled, delayed and duplicated, the database matches the sorted readings', async () => {
  let runNumber = 0
  await fc.assert(
    fc.asyncProperty(
      deliveries,
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      async (deliveredReadings, batchSize, runsClockJob) => {
        const { user, zone } = await createMember()
        const prefix = (++runNumber).toString(16).padStart(8, '0')
        for (let n = 0; n < deliveredReadings.length; n += batchSize) {
          const batch = deliveredReadings
            .slice(n, n + batchSize)
            .map(it => createCheck(user, zone, prefix, it))
          const outcomes = await Promise.all(batch.map(writer.write))
          expect(outcomes.map(it => it.kind)).toEqual(batch.map(() => 'recorded'))
          // The job ends visits after silence, whatever is still in transit.
          if (runsClockJob) await endSilentVisits(db)
        }
        const { state, stays } = (runsClockJob ? foldThenWait : foldReadings)(deliveredReadings)
        const expectedStays = stays.map(({ entryTime, exitTime }) => ({ entryTime, exitTime }))
        expect(await readState(user)).toEqual({ state, stays: expectedStays })
        // The feed leads to the same presence and publishes no change twice.
        const changes = await listPublishedChanges(user)
        expect(changes).toEqual(changes.map((_, n) => (n % 2 === 0 ? 'entered' : 'left')))
        expect(changes.at(-1) === 'entered').toBe(state.inside)
      },
    ),
    { numRuns: runCount },
  )
  expect(await findDrift(db.pool)).toEqual([])
})

test('a late reading in the middle of a visit splits it, and is announced to the zone and the person', async () => {
  const { user, zone } = await createMember()
  const t0 = Date.parse('2026-11-20T09:00:00Z')
  for (const at of [0, 30, 60])
    await writer.write(createPendingCheck(user, zone, t0 + at * minute, { receivedAt }))
  const lateOutcome = await writer.write(
    createPendingCheck(user, zone, t0 + 20 * minute, { inside: false, receivedAt }),
  )
  expect(lateOutcome).toMatchObject({ change: 'stale', inside: false, presence: 'inside' })
  expect((await readState(user)).stays).toEqual([
    { entryTime: t0, exitTime: t0 + 20 * minute },
    { entryTime: t0 + 30 * minute, exitTime: null },
  ])
  const { rows } = await db.pool.query(
    `select topic, payload from feed_events where kind = 'presence.amended' and payload ->> 'userId' = $1 order by seq`,
    [user.id],
  )
  const payload = { zoneId: zone.id, userId: user.id, insideSince: new Date(t0 + 30 * minute).toISOString() }
  expect(rows).toEqual([
    { topic: `zone:${zone.id}`, payload },
    { topic: `user:${user.id}`, payload },
  ])
})

test('a late reading that confirms the newest ends the visit after all, and updates the occupancy', async () => {
  const { user, zone } = await createMember()
  const t0 = Date.parse('2026-11-20T09:00:00Z')
  const uncertainFields = {
    inside: false,
    certainty: 'uncertain',
    source: 'device',
    distanceToEdgeM: 90,
    receivedAt,
  } as const
  await writer.write(createPendingCheck(user, zone, t0, { receivedAt }))
  expect(await writer.write(createPendingCheck(user, zone, t0 + minute, uncertainFields))).toMatchObject({
    change: 'none',
  })
  const lateOutcome = await writer.write(
    createPendingCheck(user, zone, t0 + minute - 20_000, uncertainFields),
  )
  expect(lateOutcome).toMatchObject({ change: 'stale', presence: 'outside' })
  const { rows } = await db.pool.query('select current_occupancy from zones where id = $1', [zone.id])
  expect(rows).toEqual([{ current_occupancy: 0 }])
  const { rows: events } = await db.pool.query(
    `select payload from feed_events where kind = 'presence.changed' and topic = $1 order by seq desc limit 1`,
    [`zone:${zone.id}`],
  )
  // The late reading is the first reading outside.
  const exitTime = new Date(t0 + minute - 20_000).toISOString()
  expect(events[0]?.payload).toMatchObject({ change: 'left', was: 'inside', exitTime, durationMinutes: 0 })
  expect(await findDrift(db.pool)).toEqual([])
})

test('readings around a late one are evaluated with the width of the nearest part of a multi-part zone', async () => {
  const t0 = Date.parse('2026-11-20T09:00:00Z')
  const [yardPosition, hutPosition] = [
    { lat: 0, lng: 0 },
    { lat: 0.000_01, lng: 0 },
  ]
  const writeLateBefore = async (newest: typeof yardPosition, late: typeof yardPosition) => {
    const { user, zone } = await createMember()
    const createCheckAt = (seconds: number, overrides: Partial<PendingCheck>) =>
      createPendingCheck(user, zone, t0 + seconds * 1_000, {
        receivedAt,
        source: 'device',
        zoneWidthAt: ({ lat }) => (lat === hutPosition.lat ? 4 : 200),
        ...overrides,
      })
    const uncertainFields = { inside: false, certainty: 'uncertain', distanceToEdgeM: 4 } as const
    await writer.write(createCheckAt(0, yardPosition))
    await writer.write(createCheckAt(1_220, { ...uncertainFields, ...newest }))
    return await writer.write(createCheckAt(1_200, { ...uncertainFields, ...late }))
  }
  // Near the hut, 10 s of agreement are enough.
  expect(await writeLateBefore(hutPosition, yardPosition)).toMatchObject({ presence: 'outside' })
  expect(await writeLateBefore(yardPosition, hutPosition)).toMatchObject({ presence: 'inside' })
})
