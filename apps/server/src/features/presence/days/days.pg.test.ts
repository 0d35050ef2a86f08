import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import { expect, test } from 'vitest'
import { readCode } from '../../../testing/caller.ts'
import { insideTestBox, outsideTestBox, type TestUser, type TestZone } from '../../../testing/factories.ts'
import { testServices } from '../../../testing/test-services.ts'

const muster = testServices()

/** Noon yesterday, which is in the default partition of every test database. */
const noon = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 43_200_000
const minute = 60_000
const day = {
  from: new Date(noon - 12 * 60 * minute).toISOString(),
  to: new Date(noon + 12 * 60 * minute).toISOString(),
}

type ReadingInput = {
  at: number
  inside?: boolean
  receivedAt?: number
  mock?: boolean
  accuracyMeters?: number
  certain?: boolean
}

/** Inserts readings into the log, like the check writer. */
async function insertReadings(user: { id: string }, zone: TestZone, readings: readonly ReadingInput[]) {
  const rows = readings.map(
    ({ at, inside = true, receivedAt = at, mock = null, accuracyMeters = 5, certain = true }) => ({
      id: uuidV7(),
      zone_id: zone.id,
      user_id: user.id,
      latitude: (inside ? insideTestBox : outsideTestBox).lat,
      longitude: (inside ? insideTestBox : outsideTestBox).lng,
      accuracy_meters: accuracyMeters,
      source: 'device' as const,
      captured_at: new Date(at),
      received_at: new Date(receivedAt),
      inside,
      certain,
      distance_to_center_m: 1,
      distance_to_edge_m: 1,
      change: 'none' as const,
      mock,
    }),
  )
  await muster.db.asOwner('test data', tx => tx.insertInto('position_checks').values(rows).execute())
}

async function createPeople() {
  const { make } = muster
  const [zone, other] = [await make.zone(), await make.zone()]
  const [worker, manager, elsewhere] = [
    await make.user({ firstName: 'Wim' }),
    await make.user(),
    await make.user(),
  ]
  await make.assign(worker, zone)
  await make.assign(worker, other)
  await make.assign(manager, zone, 'zone_manager_ro')
  await make.assign(elsewhere, other, 'zone_manager_rw')
  return { zone, other, worker, manager, elsewhere }
}
const readMyDay = (user: TestUser, zone: TestZone, overrides: Partial<typeof day> = {}) =>
  muster.call(user).presence.myDay({ zoneId: zone.id, ...day, ...overrides })
const readDay = (
  viewer: TestUser,
  zone: TestZone,
  user: { id: string },
  overrides: Partial<typeof day> = {},
) => muster.call(viewer).presence.dayOf({ zoneId: zone.id, userId: user.id, ...day, ...overrides })

test('people see their own day in full; a manager sees only positions inside the zone, in the product and in SQL', async () => {
  const { zone, other, worker, manager, elsewhere } = await createPeople()
  await insertReadings(worker, zone, [
    { at: noon },
    { at: noon + minute, inside: false },
    { at: noon + 2 * minute, mock: true, accuracyMeters: 60 },
  ])
  await insertReadings(worker, other, [{ at: noon + 3 * minute }])

  const ownDay = await readMyDay(worker, zone)
  expect(ownDay).toMatchObject({ person: { name: 'Wim Test' }, total: 3, outsideToo: true })
  expect(ownDay.readings.map(({ inside, mock, accuracyMeters }) => [inside, mock, accuracyMeters])).toEqual([
    [true, false, 5],
    [false, false, 5],
    [true, true, 60],
  ])
  const personDay = await readDay(manager, zone, worker)
  expect(personDay).toMatchObject({ total: 2, outsideToo: false })
  expect(personDay.readings.map(({ lat, inside }) => [lat, inside])).toEqual([
    [insideTestBox.lat, true],
    [insideTestBox.lat, true],
  ])
  expect((await readDay(elsewhere, other, worker)).total).toBe(1)
  const { rows } = await muster.db.asActor({ userId: manager.id, sessionId: manager.sessionId }, tx =>
    sql`select zone_id, inside from position_checks where user_id = ${worker.id}`.execute(tx),
  )
  expect(rows).toEqual([zone, zone].map(({ id }) => ({ zone_id: id, inside: true })))
})

test('an uncertain reading worse than 50 m gives no verdict; a certain or more accurate one does', async () => {
  const { zone, worker } = await createPeople()
  await insertReadings(worker, zone, [
    { at: noon, accuracyMeters: 400, certain: false },
    { at: noon + minute, accuracyMeters: 400 },
    { at: noon + 2 * minute, accuracyMeters: 50, certain: false },
  ])
  const { readings } = await readMyDay(worker, zone)
  expect(readings.map(({ vague }) => vague)).toEqual([true, false, false])
})

test('nobody sees the day of a former or invited member, or any day before entering the PIN', async () => {
  const { make } = muster
  const { zone, worker, manager } = await createPeople()
  const invitee = await make.user()
  await make.invite(invitee, zone, manager)
  const formerMember = await make.user()
  const managerWithoutPin = await make.user()
  await make.assign(managerWithoutPin, zone, 'zone_manager_rw', false)
  for (const user of [invitee, formerMember]) {
    await insertReadings(user, zone, [{ at: noon }])
    expect(await readCode(readDay(manager, zone, user))).toBe('NOT_ASSIGNED')
  }
  expect(await readCode(readDay(managerWithoutPin, zone, worker))).toBe('ZONE_ENTRY_REQUIRED')
})

test('each view of another person’s day is logged once and shown to that person; a view of one’s own day is not', async () => {
  const { zone, worker, manager } = await createPeople()
  await insertReadings(worker, zone, [{ at: noon }])
  await readMyDay(worker, zone)
  await readDay(manager, zone, worker)
  await readDay(manager, zone, worker)
  // A span shifted by a moment still counts as the same day.
  const addMillisecond = (at: string) => new Date(Date.parse(at) + 1).toISOString()
  await readDay(manager, zone, worker, { from: addMillisecond(day.from), to: addMillisecond(day.to) })
  const previousSpan = { from: new Date(noon - 36 * 60 * minute).toISOString(), to: day.from }
  await readDay(manager, zone, worker, previousSpan)
  const { rows } = await muster.call(worker).settings.locationLooks({})
  expect(
    rows.map(({ kind, day, times, zone: viewedZone }) => ({ kind, day, times, of: viewedZone?.id })),
  ).toEqual([
    {
      kind: 'person_day',
      day: new Date(noon - 24 * 60 * minute).toISOString(),
      times: 1,
      of: zone.id,
    },
    { kind: 'person_day', day: new Date(noon).toISOString(), times: 1, of: zone.id },
  ])
})

test('viewing the visits of a person who withdrew consent is logged as data access, once', async () => {
  const { zone, worker, manager } = await createPeople()
  await insertReadings(worker, zone, [{ at: noon }])
  await muster.call(worker).consents.withdraw()
  await readDay(manager, zone, worker)
  await readDay(manager, zone, worker)
  await readMyDay(worker, zone)
  const { rows } = await muster.db.pool.query(
    `select event_type, actor_id, metadata from security_events
     where affected_user_id = $1 and metadata ? 'accessType'`,
    [worker.id],
  )
  expect(rows).toEqual([
    {
      event_type: 'data_access',
      actor_id: manager.id,
      metadata: { accessType: 'person_day_visits', zoneId: zone.id, day: new Date(noon).toISOString() },
    },
  ])
})

test('a day contains the readings by effective time and the visits that overlap it, and nothing older than the retention', async () => {
  const { zone, worker } = await createPeople()
  const dayStart = Date.parse(day.from)
  await insertReadings(worker, zone, [
    { at: dayStart - 1 },
    { at: dayStart },
    // The device's clock was fast, so the arrival time counts.
    { at: Date.parse(day.to) + 60 * minute, receivedAt: noon },
    { at: Date.parse(day.to) },
  ])
  await muster.db.pool.query(
    `insert into presence_history (zone_id, user_id, entry_time, exit_time, duration_minutes, tracking_source) values
       ($1, $2, $3::timestamptz - interval '2 hours', $3::timestamptz - interval '1 hour', 60, 'device'),
       ($1, $2, $3::timestamptz - interval '30 minutes', $3::timestamptz + interval '1 hour', 90, 'device')`,
    [zone.id, worker.id, day.from],
  )
  const personDay = await readMyDay(worker, zone)
  expect(personDay.readings.map(it => Date.parse(it.at))).toEqual([dayStart, noon])
  expect(personDay.visits).toEqual([
    {
      entryTime: new Date(dayStart - 30 * minute).toISOString(),
      exitTime: new Date(dayStart + 60 * minute).toISOString(),
    },
  ])
  const expiredAt = Date.now() - limits.retentionDays * 86_400_000 - 3_600_000
  await insertReadings(worker, zone, [{ at: expiredAt }, { at: expiredAt + 2 * 3_600_000 }])
  const edgeDay = await readMyDay(worker, zone, {
    from: new Date(expiredAt - 3_600_000).toISOString(),
    to: new Date(expiredAt + 4 * 3_600_000).toISOString(),
  })
  expect(edgeDay.readings.map(it => Date.parse(it.at))).toEqual([expiredAt + 2 * 3_600_000])
})

test('a day with a reading every ten seconds is counted in full, thinned for the screen and read through the index', async () => {
  const { zone, worker } = await createPeople()
  const manyReadings = Array.from({ length: 8_640 }, (_, n) => ({ at: Date.parse(day.from) + n * 10_000 }))
  for (let from = 0; from < manyReadings.length; from += 2_000)
    await insertReadings(worker, zone, manyReadings.slice(from, from + 2_000))
  const personDay = await readMyDay(worker, zone)
  expect(personDay.total).toBe(8_640)
  expect(personDay.readings.length).toBeLessThanOrEqual(limits.dayReadingsMost)
  expect(personDay.readings.length).toBeGreaterThan(1_400)
  expect(personDay.readings.at(-1)?.at).toBe(new Date(manyReadings.at(-1)?.at ?? 0).toISOString())
  const { rows } = await muster.db.pool.query<{ 'QUERY PLAN': string }>(
    `explain select id from position_checks where user_id = $1 and zone_id = $2
       and least(captured_at, received_at) >= $3 and least(captured_at, received_at) < $4
     order by least(captured_at, received_at), id limit 10`,
    [worker.id, zone.id, day.from, new Date(Date.parse(day.from) + 60_000).toISOString()],
  )
  expect(rows.map(row => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan.*user_id_zone_id/)
})
