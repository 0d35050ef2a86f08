import { feedEvent } from '@muster/contract/feed.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createFactories, type TestUser, type TestZone } from '../../testing/factories.ts'
import { testDatabase } from '../../testing/test-world.ts'
import { type CheckWriter, createCheckWriter } from './check-writer/check-writer.ts'
import type { PendingCheck } from './check-writer/pending-check.ts'
import { dueVisitsQuery, endSilentVisits } from './end-silent-visits.ts'
import { createPendingCheck, findDrift } from './testing/checks.ts'

const second = 1_000
const hour = 3_600 * second

const { db } = testDatabase()
let writer: CheckWriter
let make: ReturnType<typeof createFactories>

beforeAll(async () => {
  writer = createCheckWriter({ db, log: pino({ level: 'silent' }) })
  make = createFactories(db)
})
afterAll(() => writer.stop())

type ZoneMember = { readonly user: TestUser; readonly zone: TestZone }

/**
 * Creates a person who has sent readings inside the zone for eight hours, the last one `ago` ms ago. `write` adds a reading the
 * given number of seconds after that one.
 */
async function createSilentMember(ago: number) {
  const member = { user: await make.user(), zone: await make.zone() }
  await make.assign(member.user, member.zone)
  const lastReadingAt = Math.floor((Date.now() - ago) / second) * second
  const write = (seconds: number, inside: boolean, overrides: Partial<PendingCheck> = {}) => {
    const at = lastReadingAt + seconds * second
    // 700 m south of the zone, or at its centre.
    const position = inside ? {} : { lat: 0 - 700 / 111_195, distanceToEdgeM: 600 }
    return writer.write(
      createPendingCheck(member.user, member.zone, at, {
        ...{ lat: 0, lng: 0, source: 'automatic', inside, ...position },
        ...overrides,
      }),
    )
  }
  for (const hours of [8, 4, 0]) await write(-3_600 * hours, true)
  return { who: member, last: lastReadingAt, write }
}

async function readState({ user, zone }: ZoneMember) {
  const { rows: visits } = await db.pool.query(
    `select date_part('epoch', entry_time) * 1000 as entry, date_part('epoch', exit_time) * 1000 as exit, duration_minutes as minutes
     from presence_history where user_id = $1 order by 1`,
    [user.id],
  )
  const { rows } = await db.pool.query(
    `select p.is_inside_zone as inside, z.current_occupancy as occupancy from presence_tracking p join zones z on z.id = p.zone_id
     where p.user_id = $1`,
    [user.id],
  )
  const { rows: events } = await db.pool.query(
    `select kind, payload from feed_events where kind = 'presence.changed' and topic = $1 order by seq`,
    [`zone:${zone.id}`],
  )
  const parsedEvents = events.map(({ kind, payload }) => feedEvent.parse({ kind, ...payload }))
  return {
    visits,
    ...rows[0],
    told: parsedEvents.map(it => ('change' in it ? it.change : '')),
    events: parsedEvents,
  }
}

test('a person seen 700 m away seconds later, and never again, left with that reading', async () => {
  const { who, last, write } = await createSilentMember(limits.leftBySilenceMs + 10 * second)
  expect(await write(5, false)).toMatchObject({ change: 'none', presence: 'inside' })
  expect(await endSilentVisits(db)).toBe(1)
  expect(await endSilentVisits(db)).toBe(0)
  const { visits, inside, occupancy, events } = await readState(who)
  expect({ inside, occupancy }).toEqual({ inside: false, occupancy: 0 })
  expect(visits).toEqual([{ entry: last - 8 * hour, exit: last + 5 * second, minutes: 480 }])
  const expectedExit = new Date(last + 5 * second).toISOString()
  expect(events.at(-1)).toMatchObject({
    change: 'left',
    was: 'inside',
    at: expectedExit,
    exitTime: expectedExit,
    entryTime: new Date(last - 8 * hour).toISOString(),
    durationMinutes: 480,
    name: expect.any(String),
  })
  expect(await findDrift(db.pool)).toEqual([])
})

test('nobody leaves before the time limit, or after a single uncertain reading', async () => {
  const waitingMember = await createSilentMember(limits.leftBySilenceMs - 60 * second)
  await waitingMember.write(5, false)
  const uncertainMember = await createSilentMember(2 * hour)
  await uncertainMember.write(40, false, { certainty: 'uncertain', accuracyMeters: 900 })
  expect(await endSilentVisits(db)).toBe(0)
  for (const { who } of [waitingMember, uncertainMember])
    expect(await readState(who)).toMatchObject({ inside: true })
})

test('a person whose phone runs ten minutes slow does not leave while it is sending', async () => {
  const { who, write } = await createSilentMember(10 * 60 * second)
  await write(5, false, { receivedAt: Date.now() })
  expect(await endSilentVisits(db)).toBe(0)
  expect(await readState(who)).toMatchObject({ inside: true, told: ['entered'] })
})

test.each([
  ['outside', false, 1, ['entered', 'left']],
  ['inside', true, 2, ['entered', 'left', 'entered']],
])(
  "a visit ends in the evening, whether the job or the next morning's reading, %s, comes first",
  async (_, inside, count, events) => {
    for (const isJobFirst of [true, false]) {
      const { who, last, write } = await createSilentMember(16 * hour)
      await write(40, false)
      if (isJobFirst) expect(await endSilentVisits(db)).toBe(1)
      await write(15 * 3_600, inside)
      const state = await readState(who)
      expect(state).toMatchObject({ inside, occupancy: inside ? 1 : 0, told: events })
      expect(state.visits).toHaveLength(count)
      expect(state.visits[0]).toEqual({ entry: last - 8 * hour, exit: last + 40 * second, minutes: 480 })
    }
    expect(await findDrift(db.pool)).toEqual([])
  },
)

test('a reading inside that was in transit when the job ended the visit reopens it', async () => {
  const { who, last, write } = await createSilentMember(limits.leftBySilenceMs + 60 * second)
  await write(40, false)
  expect(await endSilentVisits(db)).toBe(1)
  expect(await write(55, true, { receivedAt: Date.now() })).toMatchObject({ presence: 'inside' })
  const { visits, inside, occupancy, told } = await readState(who)
  expect({ inside, occupancy, told }).toEqual({
    inside: true,
    occupancy: 1,
    told: ['entered', 'left', 'entered'],
  })
  expect(visits).toEqual([{ entry: last - 8 * hour, exit: null, minutes: null }])
  expect(await findDrift(db.pool)).toEqual([])
})

test('an older reading that arrives after the job ended the visit leaves it ended', async () => {
  const { who, last, write } = await createSilentMember(limits.leftBySilenceMs + 60 * second)
  await write(40, false)
  expect(await endSilentVisits(db)).toBe(1)
  expect(await write(-1_800, true, { receivedAt: Date.now() })).toMatchObject({ presence: 'outside' })
  const { visits, told } = await readState(who)
  expect(told).toEqual(['entered', 'left'])
  expect(visits).toEqual([{ entry: last - 8 * hour, exit: last + 40 * second, minutes: 480 }])
})

test('an open visit that a late reading replaces concurrently is ended too', async () => {
  const { who, last, write } = await createSilentMember(limits.leftBySilenceMs + 60 * second)
  await write(40, false)
  const lateConnection = await db.pool.connect()
  await lateConnection.query('begin')
  await lateConnection.query('select from presence_tracking where user_id = $1 for update', [who.user.id])
  await lateConnection.query(
    `with gone as (delete from presence_history where user_id = $1 returning *)
     insert into presence_history select * from gone`,
    [who.user.id],
  )
  const pendingJob = endSilentVisits(db)
  await vi.waitFor(async () => {
    const { rowCount } = await db.pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    expect(rowCount).toBe(1)
  })
  await lateConnection.query('commit')
  lateConnection.release()
  expect(await pendingJob).toBe(1)
  expect((await readState(who)).visits).toEqual([
    { entry: last - 8 * hour, exit: last + 40 * second, minutes: 480 },
  ])
  expect(await findDrift(db.pool)).toEqual([])
})

test('a visit confirmed as ended by a later reading ends with the first reading outside', async () => {
  const { who, last, write } = await createSilentMember(limits.leftBySilenceMs - 60 * second)
  await write(40, false)
  expect(await write(100, false)).toMatchObject({ change: 'left', presence: 'outside' })
  const { visits, events } = await readState(who)
  expect(visits).toEqual([{ entry: last - 8 * hour, exit: last + 40 * second, minutes: 480 }])
  expect(events.at(-1)).toMatchObject({
    at: new Date(last + 100 * second).toISOString(),
    exitTime: new Date(last + 40 * second).toISOString(),
    durationMinutes: 480,
  })
})

test('the visits to end are found by their index, however many people are inside', async () => {
  const plan = await db.asOwner('a test', async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into presence_tracking (user_id, zone_id, consent, is_inside_zone, captured_at, received_at, entry_time)
      select gen_random_uuid(), gen_random_uuid(), 'given', true, now(), now(), now() from generate_series(1, 5000)`.execute(
      tx,
    )
    await sql`analyze presence_tracking`.execute(tx)
    const { rows } = await sql<object>`explain ${dueVisitsQuery}`.execute(tx)
    await sql`delete from presence_tracking p where not exists (select from user_profiles where id = p.user_id)`.execute(
      tx,
    )
    return JSON.stringify(rows)
  })
  expect(plan).toContain('presence_tracking_silent')
})
