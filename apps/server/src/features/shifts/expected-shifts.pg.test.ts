import { findInstant } from '@muster/domain/local-time.ts'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { TestUser } from '../../testing/factories.ts'
import { testDatabase, testWorld } from '../../testing/test-world.ts'
import { listExpected } from './attendance.queries.ts'

const { db, make } = testDatabase()
const { zone, ann, bob } = testWorld({ make }, { ann: 'app_user', bob: 'app_user' })

beforeEach(async () => {
  await db.pool.query(
    `update zone_assignments set assigned_at = '2026-01-01', accepted_at = '2026-01-01' where zone_id = $1`,
    [zone.id],
  )
})

type PlanOptions = {
  days?: number[]
  starts?: string
  ends?: string
  group?: string
  from?: string
  until?: string
  name?: string
}
const insertPlan = (it: PlanOptions = {}) =>
  db.pool.query(
    `insert into shift_plans (request_id, zone_id, group_id, name, days, starts, ends, valid_from, valid_until)
     values (uuid_v7(), $1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      zone.id,
      it.group ?? null,
      it.name ?? 'Day',
      it.days ?? [1, 2, 3, 4, 5],
      it.starts ?? '08:00',
      it.ends ?? '17:00',
      it.from ?? '2026-01-01',
      it.until ?? null,
    ],
  )
async function createGroup(...people: TestUser[]): Promise<string> {
  const { rows } = await db.pool.query(`insert into groups (name, zone_id) values ('x', $1) returning id`, [
    zone.id,
  ])
  for (const { id } of people)
    await db.pool.query('insert into group_members (group_id, zone_id, user_id) values ($1, $2, $3)', [
      rows[0].id,
      zone.id,
      id,
    ])
  return rows[0].id
}
/** Lists the expected shifts in the form `2026-06-10 Day 06:00-15:00`, in UTC. */
async function formatExpected(user: TestUser, from: string, to = from, timeZone = 'Europe/Berlin') {
  const scope = { zoneIds: [zone.id], userIds: [user.id], from, to }
  const rows = await db.asOwner('test', tx => listExpected(tx, scope, timeZone))
  const formatTime = (at: Date | null) => at?.toISOString().slice(11, 16) ?? ''
  return rows.map(it =>
    [it.day, it.holiday ?? it.plan, it.starts_at && `${formatTime(it.starts_at)}-${formatTime(it.ends_at)}`]
      .filter(Boolean)
      .join(' '),
  )
}

it('a day without a plan has no row, and a day off has a row that only names the plan', async () => {
  expect(await formatExpected(ann, '2026-06-10')).toEqual([])
  await insertPlan({ from: '2026-06-10', until: '2026-06-13' })
  // The plan is valid from Wednesday to Saturday, and Saturday is a day off.
  expect(await formatExpected(ann, '2026-06-09', '2026-06-14')).toEqual([
    '2026-06-10 Day 06:00-15:00',
    '2026-06-11 Day 06:00-15:00',
    '2026-06-12 Day 06:00-15:00',
    '2026-06-13 Day',
  ])
})

it('split shifts are listed in order, and a plan with a day off adds no row beside one with a shift', async () => {
  await insertPlan({ starts: '14:00', ends: '18:00', name: 'Late' })
  await insertPlan({ starts: '06:00', ends: '10:00', name: 'Early' })
  await insertPlan({ days: [6], name: 'Saturday' })
  expect(await formatExpected(ann, '2026-06-12', '2026-06-14')).toEqual([
    '2026-06-12 Early 04:00-08:00',
    '2026-06-12 Late 12:00-16:00',
    '2026-06-13 Saturday 06:00-15:00',
    expect.stringMatching(/^2026-06-14 (Late|Early|Saturday)$/),
  ])
})

it('a valid plan of a group replaces the zone’s plan for its members, including the days off', async () => {
  await insertPlan()
  await insertPlan({
    group: await createGroup(ann),
    days: [1],
    starts: '22:00',
    ends: '06:00',
    name: 'Night',
    until: '2026-06-16',
  })
  expect(await formatExpected(ann, '2026-06-15', '2026-06-17')).toEqual([
    '2026-06-15 Night 20:00-04:00',
    '2026-06-16 Night',
    '2026-06-17 Day 06:00-15:00',
  ])
  expect(await formatExpected(bob, '2026-06-15')).toEqual(['2026-06-15 Day 06:00-15:00'])
})

it('a holiday is a single row, whatever is planned', async () => {
  await insertPlan()
  await insertPlan({ starts: '18:00', ends: '20:00' })
  await db.pool.query(`insert into zone_holidays (zone_id, day, name) values ($1, '2026-06-10', 'Feast')`, [
    zone.id,
  ])
  expect(await formatExpected(ann, '2026-06-10')).toEqual(['2026-06-10 Feast'])
})

it('overlapping shifts of a person are merged, even across plans of the zone and of two groups', async () => {
  await insertPlan({ name: 'Long' })
  await insertPlan({ starts: '10:00', ends: '12:00', name: 'Within' })
  await insertPlan({ starts: '16:00', ends: '20:00', name: 'Late' })
  await insertPlan({ starts: '20:00', ends: '21:00', name: 'After' })
  await insertPlan({ group: await createGroup(bob), name: 'Day' })
  await insertPlan({ group: await createGroup(bob), name: 'Day' })
  expect(await formatExpected(ann, '2026-06-10')).toEqual([
    '2026-06-10 Late, Long, Within 06:00-18:00',
    '2026-06-10 After 18:00-19:00',
  ])
  expect(await formatExpected(bob, '2026-06-10')).toEqual(['2026-06-10 Day 06:00-15:00'])
})

it('a shift within an hour that the clock change skips has no length, and is left out', async () => {
  await insertPlan({ days: [7], starts: '02:30', ends: '03:00' })
  await insertPlan({ days: [7], starts: '04:00', ends: '05:00', from: '2026-04-01' })
  expect(await formatExpected(ann, '2026-03-29')).toEqual(['2026-03-29 Day'])
  expect(await formatExpected(ann, '2026-04-05')).toEqual([
    '2026-04-05 Day 00:30-01:00',
    '2026-04-05 Day 02:00-03:00',
  ])
})

it('nobody is expected on days whose visits are no longer stored', async () => {
  await insertPlan()
  await db.pool.query(`insert into zone_holidays (zone_id, day, name) values ($1, '2026-06-09', 'Feast')`, [
    zone.id,
  ])
  const scope = { zoneIds: [zone.id], userIds: [ann.id], from: '2026-06-08', to: '2026-06-11' }
  const listExpectedSince = async (createShift: string) => {
    const rows = await db.asOwner('test', tx =>
      listExpected(tx, scope, 'Europe/Berlin', new Date(createShift)),
    )
    return rows.map(row => row.day)
  }
  // 22:00 UTC is midnight in Berlin.
  expect(await listExpectedSince('2026-06-09T22:00:00Z')).toEqual(['2026-06-10', '2026-06-11'])
  expect(await listExpectedSince('2026-06-09T22:00:01Z')).toEqual(['2026-06-11'])
})

it('nobody is expected before they are assigned and have accepted', async () => {
  await insertPlan({ days: [1, 2, 3, 4, 5, 6, 7] })
  const setMembership = (assigned: string, accepted: string) =>
    db.pool.query('update zone_assignments set assigned_at = $2, accepted_at = $3 where user_id = $1', [
      ...[ann.id, assigned, accepted],
    ])
  await setMembership('2026-06-10T22:30:00Z', '2026-06-10T22:30:00Z')
  expect(await formatExpected(ann, '2026-06-10', '2026-06-11')).toEqual(['2026-06-11 Day 06:00-15:00'])
  // Accepted during the shift of that day.
  await setMembership('2026-06-01T08:00:00Z', '2026-06-11T06:30:00Z')
  expect(await formatExpected(ann, '2026-06-10', '2026-06-12')).toEqual(['2026-06-12 Day 06:00-15:00'])
  await make.invite(await make.user(), zone, bob)
  await db.pool.query('update zone_assignments set accepted_at = null where user_id = $1', [ann.id])
  expect(await formatExpected(ann, '2026-06-10', '2026-06-11')).toEqual([])
})

it.for([
  // The day, the time zone, and the actual length in hours of a shift from 22:00 to 06:00.
  ['2026-03-28', 'Europe/Berlin', 7],
  ['2026-10-24', 'Europe/Berlin', 9],
  ['2026-03-07', 'America/New_York', 7],
  ['2026-10-31', 'America/New_York', 9],
  ['2026-10-31', 'Asia/Kolkata', 8],
] as const)('a shift in the night of %s in %s lasts %s hours', async ([day, timeZone, hours]) => {
  await insertPlan({ days: [1, 2, 3, 4, 5, 6, 7], starts: '22:00', ends: '06:00' })
  const scope = { zoneIds: [zone.id], userIds: [ann.id], from: day, to: day }
  const [row] = await db.asOwner('test', tx => listExpected(tx, scope, timeZone))
  const lengthMs = (row?.ends_at?.getTime() ?? 0) - (row?.starts_at?.getTime() ?? 0)
  expect(lengthMs / 3_600_000).toBe(hours)
})

it('the database and the domain package interpret skipped and repeated clock times alike', async () => {
  for (const [timeZone, day] of [
    ['Europe/Berlin', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25'],
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['Australia/Lord_Howe', '2026-04-05'],
  ] as const)
    for (let quarter = 0; quarter < 20; quarter++) {
      const time = `0${Math.floor(quarter / 4)}:${String((quarter % 4) * 15).padStart(2, '0')}`
      const { rows } = await db.pool.query('select ($1::date + $2::time) at time zone $3 as at', [
        day,
        time,
        timeZone,
      ])
      expect(`${time} ${new Date(findInstant(day, time, timeZone)).toISOString()}`).toBe(
        `${time} ${rows[0].at.toISOString()}`,
      )
    }
})

it('a member sees their own shifts, a manager those of the zone, and a person from another zone none', async () => {
  await insertPlan({ days: [1, 2, 3, 4, 5, 6, 7] })
  await insertPlan({ group: await createGroup(bob), days: [1, 2, 3, 4, 5, 6, 7], name: 'Of a group' })
  const [manager, stranger] = [await make.user(), await make.user()]
  await make.assign(manager, zone, 'zone_manager_ro')
  await make.assign(stranger, await make.zone(), 'zone_manager_rw')
  await db.pool.query(`update zone_assignments set assigned_at = '2026-01-01', accepted_at = '2026-01-01'`)
  const listVisibleUserIds = async (user: TestUser) => {
    const scope = { zoneIds: [zone.id], from: '2026-06-10', to: '2026-06-10' }
    const rows = await db.asActor({ userId: user.id, sessionId: user.sessionId }, tx =>
      listExpected(tx, scope, 'UTC'),
    )
    return rows.map(it => it.user_id).sort()
  }
  expect(await listVisibleUserIds(ann)).toEqual([ann.id])
  expect(await listVisibleUserIds(bob)).toEqual([bob.id])
  expect(await listVisibleUserIds(manager)).toEqual([ann.id, bob.id, manager.id].sort())
  expect(await listVisibleUserIds(stranger)).toEqual([])
})

it('a month of 1,000 people takes no longer per day than a week', async () => {
  await insertPlan()
  await db.asOwner('test data', async tx => {
    await sql`with people as (
      insert into auth.users (id, name, email, sign_up)
      select uuid_v7(), 'x', 'many' || n || '@test.example', jsonb_build_object('firstName', 'x', 'lastName', 'x', 'phone', '',
        'dateOfBirth', '1990-01-01', 'role', 'app_user', 'userCode', 'MUS-' || n)
      from generate_series(1, 1000) n returning id) select count(*) from people`.execute(tx)
    await sql`insert into zone_assignments (user_id, zone_id, role, assigned_at, accepted_at)
      select id, ${zone.id}, 'app_user', '2026-01-01', '2026-01-01' from auth.users where email like 'many%'`.execute(
      tx,
    )
  })
  const measureMsPerDay = async (to: string, days: number) => {
    const durations: number[] = []
    for (let n = 0; n < 3; n++) {
      const span = { zoneIds: [zone.id], from: '2026-05-01', to }
      const startedAt = performance.now()
      const rows = await db.asOwner('test', tx => listExpected(tx, span, 'Europe/Berlin'))
      durations.push((performance.now() - startedAt) / days)
      expect(rows).toHaveLength(1_002 * days)
    }
    return Math.min(...durations)
  }
  const weekMsPerDay = await measureMsPerDay('2026-05-07', 7)
  // The factor is generous, because the machine is shared with other tests.
  expect(await measureMsPerDay('2026-05-31', 31)).toBeLessThan(3 * weekMsPerDay)
})
