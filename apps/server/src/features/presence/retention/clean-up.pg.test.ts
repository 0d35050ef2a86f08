import { v7 as uuidV7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../db/database.ts'
import { createPartitionsNow } from '../../../db/partitions/create-partitions.ts'
import { listPartitions, partitionAt } from '../../../db/partitions/partitions.ts'
import { createCaller } from '../../../testing/caller.ts'
import type { TestUser, TestZone } from '../../../testing/factories.ts'
import { testDatabase } from '../../../testing/test-world.ts'
import { cleanUp } from './clean-up.ts'
import { retentionProcedures } from './retention.procedures.ts'

const { db, make } = testDatabase()
const DAY_MS = 86_400_000
const now = Date.parse('2026-06-01T12:00:00.000Z')
const daysAgo = (days: number, ms = 0) => new Date(now - days * DAY_MS + ms)

async function createMember(): Promise<{ user: TestUser; zone: TestZone }> {
  const [user, zone] = [await make.user(), await make.zone()]
  await make.assign(user, zone)
  return { user, zone }
}
async function insertReadings(
  { user, zone }: { user: TestUser; zone: TestZone },
  receivedAt: Date,
  times = 1,
) {
  await db.pool.query(
    `insert into position_checks (id, zone_id, user_id, latitude, longitude, source, captured_at, received_at, inside,
       certain, distance_to_center_m, distance_to_edge_m, change)
     select uuid_v7(), $1, $2, 0, 0, 'manual', $3, $3, true, true, 0, 0, 'none' from generate_series(1, $4)`,
    [zone.id, user.id, receivedAt, times],
  )
}
async function insertVisit(
  { user, zone }: { user: TestUser; zone: TestZone },
  entry: Date,
  exit: Date | null,
) {
  const id = uuidV7()
  await db.pool.query(
    `insert into presence_history (id, zone_id, user_id, entry_time, exit_time, tracking_source)
     values ($1, $2, $3, $4, $5, 'manual')`,
    [id, zone.id, user.id, entry, exit],
  )
  return id
}
async function readRemainingRecords({ user }: { user: TestUser }) {
  const readings = await db.pool.query(
    'select received_at from position_checks where user_id = $1 order by 1',
    [user.id],
  )
  const visits = await db.pool.query('select id from presence_history where user_id = $1', [user.id])
  return {
    readings: readings.rows.map(row => row.received_at as Date),
    visits: visits.rows.map(row => row.id as string),
  }
}
const readLastCleanUp = async () =>
  (
    await db.pool.query(
      `select * from security_events where event_type = 'user_data_cleanup' order by created_at desc, id desc limit 1`,
    )
  ).rows[0]

describe('the cleanup', () => {
  it('removes data older than the retention to the millisecond, and keeps data exactly as old', async () => {
    const membership = await createMember()
    for (const ms of [-1, 0, 1]) await insertReadings(membership, daysAgo(90, ms))
    const expiredVisit = await insertVisit(membership, daysAgo(100), daysAgo(90, -1))
    const remainingVisits = [
      await insertVisit(membership, daysAgo(100), daysAgo(90)),
      await insertVisit(membership, daysAgo(95), daysAgo(1)),
    ]
    const result = await cleanUp(db, { actorId: null, targetUserId: null, retentionDays: 90, now })
    expect(result).toEqual({ positionChecks: 1, visits: 1, olderThan: daysAgo(90) })
    const remainingRecords = await readRemainingRecords(membership)
    expect(remainingRecords.readings).toEqual([daysAgo(90), daysAgo(90, 1)])
    expect(remainingRecords.visits.sort()).toEqual(remainingVisits.sort())
    expect(remainingRecords.visits).not.toContain(expiredVisit)
  })

  it('keeps open visits and the current presence, however old', async () => {
    const membership = await createMember()
    const openVisit = await insertVisit(membership, daysAgo(400), null)
    await db.pool.query(
      `update presence_tracking set is_inside_zone = true, entry_time = $2, captured_at = $2, received_at = $2
       where user_id = $1`,
      [membership.user.id, daysAgo(400)],
    )
    const readState = () =>
      db.pool.query('select * from presence_tracking where user_id = $1', [membership.user.id])
    const stateBefore = (await readState()).rows
    await cleanUp(db, { actorId: null, targetUserId: null, retentionDays: 1, now })
    expect((await readRemainingRecords(membership)).visits).toEqual([openVisit])
    expect((await readState()).rows).toEqual(stateBefore)
    const { rows } = await db.pool.query('select current_occupancy from zones where id = $1', [
      membership.zone.id,
    ])
    expect(rows).toEqual([{ current_occupancy: 1 }])
  })

  it('affects one person only, if requested, and logs who requested it', async () => {
    const [firstMember, otherMember] = [await createMember(), await createMember()]
    const admin = await make.user({ role: 'admin' })
    for (const membership of [firstMember, otherMember]) {
      await insertReadings(membership, new Date(Date.now() - 31 * DAY_MS), 3)
      await insertVisit(membership, new Date(Date.now() - 33 * DAY_MS), new Date(Date.now() - 32 * DAY_MS))
    }
    const call = createCaller({ security: retentionProcedures }, db)
    const result = await call(admin).security.cleanUp({
      targetUserId: firstMember.user.id,
      retentionDays: 30,
    })
    expect(result).toMatchObject({ positionChecks: 3, visits: 1 })
    expect(Math.abs(Date.parse(result.olderThan) - (Date.now() - 30 * DAY_MS))).toBeLessThan(60_000)
    expect(await readRemainingRecords(firstMember)).toEqual({ readings: [], visits: [] })
    expect(await readRemainingRecords(otherMember)).toMatchObject({
      readings: { length: 3 },
      visits: { length: 1 },
    })
    expect(await readLastCleanUp()).toMatchObject({
      actor_id: admin.id,
      affected_user_id: firstMember.user.id,
      metadata: {
        positionChecks: 3,
        visits: 1,
        retentionDays: 30,
        complete: true,
        olderThan: result.olderThan,
      },
    })
  })

  it('removes corrections of days as old, and objections to them', async () => {
    const { user, zone } = await createMember()
    const formatDaysAgo = (days: number) => daysAgo(days).toISOString().slice(0, 10)
    for (const table of ['attendance_corrections', 'attendance_objections'])
      for (const days of [93, 92, 91]) {
        const extraColumns =
          table === 'attendance_corrections' ? 'excused, reason' : 'state, answered_at, text'
        const extraValues = table === 'attendance_corrections' ? `true, 'x'` : `'withdrawn', now(), 'x'`
        await db.pool.query(
          `insert into ${table} (request_id, zone_id, user_id, day, ${extraColumns}) values (uuid_v7(), $1, $2, $3, ${extraValues})`,
          [zone.id, user.id, formatDaysAgo(days)],
        )
      }
    await cleanUp(db, { actorId: null, targetUserId: null, retentionDays: 90, now })
    for (const table of ['attendance_corrections', 'attendance_objections']) {
      const { rows } = await db.pool.query(`select day from ${table} where user_id = $1 order by 1`, [
        user.id,
      ])
      expect(rows.map(it => it.day)).toEqual([formatDaysAgo(91)])
    }
    expect(await readLastCleanUp()).toMatchObject({ metadata: { attendance: 4 } })
  })

  it('keeps 90 days by default', async () => {
    const membership = await createMember()
    const superAdmin = await make.user({ role: 'super_admin' })
    await insertReadings(membership, new Date(Date.now() - 91 * DAY_MS))
    await insertReadings(membership, new Date(Date.now() - 89 * DAY_MS))
    await createCaller(
      { security: retentionProcedures },
      db,
    )(superAdmin).security.cleanUp({ targetUserId: null })
    expect((await readRemainingRecords(membership)).readings).toHaveLength(1)
  })

  it('drops expired days as a whole, and reports how many readings they contained', async () => {
    const membership = await createMember()
    for (const [days, times] of [
      [93, 20],
      [92, 30],
      [89, 10],
    ] as const)
      await insertReadings(membership, daysAgo(days), times)
    await createPartitionsNow(db.pool, now)
    const listPartitionNames = async () =>
      (await listPartitions(db.pool, 'position_checks')).map(it => it.name)
    const toPartitionName = (days: number) => partitionAt('position_checks', daysAgo(days).getTime()).name
    expect(await listPartitionNames()).toEqual(expect.arrayContaining([93, 92, 89].map(toPartitionName)))
    const result = await cleanUp(db, { actorId: null, targetUserId: null, retentionDays: 90, now })
    expect(result.positionChecks).toBe(50)
    expect(await listPartitionNames()).toContain(toPartitionName(89))
    for (const days of [93, 92]) expect(await listPartitionNames()).not.toContain(toPartitionName(days))
    expect((await readRemainingRecords(membership)).readings).toHaveLength(10)
  })

  it('finds readings captured by a clock running ahead', async () => {
    const membership = await createMember()
    for (const daysAhead of [1, 30])
      await db.pool.query(
        `insert into position_checks (id, zone_id, user_id, latitude, longitude, source, captured_at, received_at, inside,
           certain, distance_to_center_m, distance_to_edge_m, change)
         values (uuid_v7(), $1, $2, 0, 0, 'device', $3, $4, true, true, 0, 0, 'none')`,
        [membership.zone.id, membership.user.id, daysAgo(90 - daysAhead), daysAgo(90, -1)],
      )
    const result = await cleanUp(db, { actorId: null, targetUserId: null, retentionDays: 90, now })
    expect(result.positionChecks).toBe(2)
  })

  it('processes a day in many batches, with new rows among the old', async () => {
    const membership = await createMember()
    // About 60 rows per page, so about three batches of 256 pages.
    for (let n = 0; n < 4; n++) {
      await insertReadings(membership, daysAgo(90, -1), 10_000)
      await insertReadings(membership, daysAgo(90, 1), 500)
    }
    const result = await cleanUp(db, { actorId: null, targetUserId: null, retentionDays: 90, now })
    expect(result.positionChecks).toBe(40_000)
    expect((await readRemainingRecords(membership)).readings).toHaveLength(2_000)
    const secondRun = await cleanUp(db, { actorId: null, targetUserId: null, retentionDays: 90, now })
    expect(secondRun).toMatchObject({ positionChecks: 0, visits: 0 })
  })

  it('reports what it removed when interrupted, and the next run finishes', async () => {
    const membership = await createMember()
    await insertReadings(membership, daysAgo(90, -1), 25_000)
    const controller = new AbortController()
    const observedDb: Database = {
      ...db,
      async asOwner(reason, work) {
        const result = await db.asOwner(reason, work)
        // Stop after the first batch. Only the number of readings removed in a batch is above 5,000; page counts are lower.
        if (typeof result === 'number' && result > 5_000) controller.abort(new Error('stop'))
        return result
      },
    }
    const cleanUpInput = { actorId: null, targetUserId: null, retentionDays: 90, now }
    await expect(cleanUp(observedDb, { ...cleanUpInput, signal: controller.signal })).rejects.toThrow('stop')
    const { metadata } = await readLastCleanUp()
    expect(metadata).toMatchObject({ complete: false, visits: 0 })
    expect(metadata.positionChecks).toBeGreaterThan(5_000)
    expect(metadata.positionChecks).toBeLessThan(25_000)
    const secondRun = await cleanUp(db, cleanUpInput)
    expect(secondRun.positionChecks).toBe(25_000 - metadata.positionChecks)
  })

  it('reads only the pages of its batch', async () => {
    const { rows } = await db.pool.query(
      `explain (format json) delete from position_checks_rest
       where ctid >= $1::tid and ctid < $2::tid and received_at < $3 and ($4::uuid is null or user_id = $4::uuid)`,
      ['(0,0)', '(256,0)', daysAgo(90), null],
    )
    expect(JSON.stringify(rows)).toContain('Tid Range Scan')
  })
})
