import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { makePartsNow } from '../../db/partitions/make-parts.ts'
import { listParts, partAt } from '../../db/partitions/partitions.ts'
import { createCaller } from '../../testing/caller.ts'
import { factories, type TestUser, type TestZone } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { cleanUp } from './clean-up.ts'
import { retentionProcedures } from './retention.procedures.ts'

let database: TestDatabase
let db: Database
let make: ReturnType<typeof factories>
const DAY = 86_400_000
const now = Date.parse('2026-06-01T12:00:00.000Z')
const daysAgo = (days: number, ms = 0) => new Date(now - days * DAY + ms)

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  make = factories(db)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

async function member(): Promise<{ user: TestUser; zone: TestZone }> {
  const [user, zone] = [await make.user(), await make.zone()]
  await make.assign(user, zone)
  return { user, zone }
}
async function reading({ user, zone }: { user: TestUser; zone: TestZone }, receivedAt: Date, times = 1) {
  await db.pool.query(
    `insert into position_checks (id, zone_id, user_id, latitude, longitude, source, captured_at, received_at, inside,
       certain, distance_to_center_m, distance_to_edge_m, change)
     select uuid_v7(), $1, $2, 0, 0, 'manual', $3, $3, true, true, 0, 0, 'none' from generate_series(1, $4)`,
    [zone.id, user.id, receivedAt, times],
  )
}
async function visit({ user, zone }: { user: TestUser; zone: TestZone }, entry: Date, exit: Date | null) {
  const id = uuidV7()
  await db.pool.query(
    `insert into presence_history (id, zone_id, user_id, entry_time, exit_time, tracking_source)
     values ($1, $2, $3, $4, $5, 'manual')`,
    [id, zone.id, user.id, entry, exit],
  )
  return id
}
async function left({ user }: { user: TestUser }) {
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
const lastCleanUp = async () =>
  (
    await db.pool.query(
      `select * from security_events where event_type = 'user_data_cleanup' order by created_at desc, id desc limit 1`,
    )
  ).rows[0]

describe('the cleanup', () => {
  it('removes data older than the retention to the millisecond, and keeps data exactly as old', async () => {
    const who = await member()
    for (const ms of [-1, 0, 1]) await reading(who, daysAgo(90, ms))
    const old = await visit(who, daysAgo(100), daysAgo(90, -1))
    const remaining = [await visit(who, daysAgo(100), daysAgo(90)), await visit(who, daysAgo(95), daysAgo(1))]
    const removed = await cleanUp(db, { actorId: null, targetUserId: null, retentionDays: 90, now })
    expect(removed).toEqual({ positionChecks: 1, visits: 1, olderThan: daysAgo(90) })
    const after = await left(who)
    expect(after.readings).toEqual([daysAgo(90), daysAgo(90, 1)])
    expect(after.visits.sort()).toEqual(remaining.sort())
    expect(after.visits).not.toContain(old)
  })

  it('keeps open visits and the current presence, however old', async () => {
    const who = await member()
    const open = await visit(who, daysAgo(400), null)
    await db.pool.query(
      `update presence_tracking set is_inside_zone = true, entry_time = $2, captured_at = $2, received_at = $2
       where user_id = $1`,
      [who.user.id, daysAgo(400)],
    )
    const state = () => db.pool.query('select * from presence_tracking where user_id = $1', [who.user.id])
    const before = (await state()).rows
    await cleanUp(db, { actorId: null, targetUserId: null, retentionDays: 1, now })
    expect((await left(who)).visits).toEqual([open])
    expect((await state()).rows).toEqual(before)
    const { rows } = await db.pool.query('select current_occupancy from zones where id = $1', [who.zone.id])
    expect(rows).toEqual([{ current_occupancy: 1 }])
  })

  it('affects one person only, if requested, and logs who requested it', async () => {
    const [one, other] = [await member(), await member()]
    const admin = await make.user({ role: 'admin' })
    for (const who of [one, other]) {
      await reading(who, new Date(Date.now() - 31 * DAY), 3)
      await visit(who, new Date(Date.now() - 33 * DAY), new Date(Date.now() - 32 * DAY))
    }
    const call = createCaller({ security: retentionProcedures }, db)
    const answer = await call(admin).security.cleanUp({ targetUserId: one.user.id, retentionDays: 30 })
    expect(answer).toMatchObject({ positionChecks: 3, visits: 1 })
    expect(Math.abs(Date.parse(answer.olderThan) - (Date.now() - 30 * DAY))).toBeLessThan(60_000)
    expect(await left(one)).toEqual({ readings: [], visits: [] })
    expect(await left(other)).toMatchObject({ readings: { length: 3 }, visits: { length: 1 } })
    expect(await lastCleanUp()).toMatchObject({
      actor_id: admin.id,
      affected_user_id: one.user.id,
      metadata: {
        positionChecks: 3,
        visits: 1,
        retentionDays: 30,
        complete: true,
        olderThan: answer.olderThan,
      },
    })
  })

  it('removes corrections of days as old, and objections to them', async () => {
    const { user, zone } = await member()
    const dayAgo = (days: number) => daysAgo(days).toISOString().slice(0, 10)
    for (const table of ['attendance_corrections', 'attendance_objections'])
      for (const days of [93, 92, 91]) {
        const more = table === 'attendance_corrections' ? 'excused, reason' : 'state, answered_at, text'
        const values = table === 'attendance_corrections' ? `true, 'x'` : `'withdrawn', now(), 'x'`
        await db.pool.query(
          `insert into ${table} (request_id, zone_id, user_id, day, ${more}) values (uuid_v7(), $1, $2, $3, ${values})`,
          [zone.id, user.id, dayAgo(days)],
        )
      }
    await cleanUp(db, { actorId: null, targetUserId: null, retentionDays: 90, now })
    for (const table of ['attendance_corrections', 'attendance_objections']) {
      const { rows } = await db.pool.query(`select day from ${table} where user_id = $1 order by 1`, [
        user.id,
      ])
      expect(rows.map(it => it.day)).toEqual([dayAgo(91)])
    }
    expect(await lastCleanUp()).toMatchObject({ metadata: { attendance: 4 } })
  })

  it('keeps 90 days by default', async () => {
    const who = await member()
    const admin = await make.user({ role: 'super_admin' })
    await reading(who, new Date(Date.now() - 91 * DAY))
    await reading(who, new Date(Date.now() - 89 * DAY))
    await createCaller({ security: retentionProcedures }, db)(admin).security.cleanUp({ targetUserId: null })
    expect((await left(who)).readings).toHaveLength(1)
  })

  it('drops expired days as a whole, and reports how many readings they contained', async () => {
    const who = await member()
    for (const [days, times] of [
      [93, 20],
      [92, 30],
      [89, 10],
    ] as const)
      await reading(who, daysAgo(days), times)
    await makePartsNow(db.pool, now)
    const listPartNames = async () => (await listParts(db.pool, 'position_checks')).map(it => it.name)
    const toPartName = (days: number) => partAt('position_checks', daysAgo(days).getTime()).name
    expect(await listPartNames()).toEqual(expect.arrayContaining([93, 92, 89].map(toPartName)))
    const removed = await cleanUp(db, { actorId: null, targetUserId: null, retentionDays: 90, now })
    expect(removed.positionChecks).toBe(50)
    expect(await listPartNames()).toContain(toPartName(89))
    for (const days of [93, 92]) expect(await listPartNames()).not.toContain(toPartName(days))
    expect((await left(who)).readings).toHaveLength(10)
  })

  it('finds readings captured by a clock running ahead', async () => {
    const who = await member()
    for (const ahead of [1, 30])
      await db.pool.query(
        `insert into position_checks (id, zone_id, user_id, latitude, longitude, source, captured_at, received_at, inside,
           certain, distance_to_center_m, distance_to_edge_m, change)
         values (uuid_v7(), $1, $2, 0, 0, 'device', $3, $4, true, true, 0, 0, 'none')`,
        [who.zone.id, who.user.id, daysAgo(90 - ahead), daysAgo(90, -1)],
      )
    const removed = await cleanUp(db, { actorId: null, targetUserId: null, retentionDays: 90, now })
    expect(removed.positionChecks).toBe(2)
  })

  it('processes a day in many batches, with new rows among the old', async () => {
    const who = await member()
    // Some 60 rows per page: about three batches of 256 pages.
    for (let n = 0; n < 4; n++) {
      await reading(who, daysAgo(90, -1), 10_000)
      await reading(who, daysAgo(90, 1), 500)
    }
    const removed = await cleanUp(db, { actorId: null, targetUserId: null, retentionDays: 90, now })
    expect(removed.positionChecks).toBe(40_000)
    expect((await left(who)).readings).toHaveLength(2_000)
    const again = await cleanUp(db, { actorId: null, targetUserId: null, retentionDays: 90, now })
    expect(again).toMatchObject({ positionChecks: 0, visits: 0 })
  })

  it('reports what it removed when interrupted, and the next run finishes', async () => {
    const who = await member()
    await reading(who, daysAgo(90, -1), 25_000)
    const abort = new AbortController()
    const watched: Database = {
      ...db,
      async asOwner(reason, work) {
        const answer = await db.asOwner(reason, work)
        // The page count is a number too, but smaller than that of the readings in a batch.
        if (typeof answer === 'number' && answer > 5_000) abort.abort(new Error('stop'))
        return answer
      },
    }
    const all = { actorId: null, targetUserId: null, retentionDays: 90, now }
    await expect(cleanUp(watched, { ...all, signal: abort.signal })).rejects.toThrow('stop')
    const { metadata } = await lastCleanUp()
    expect(metadata).toMatchObject({ complete: false, visits: 0 })
    expect(metadata.positionChecks).toBeGreaterThan(5_000)
    expect(metadata.positionChecks).toBeLessThan(25_000)
    const rest = await cleanUp(db, all)
    expect(rest.positionChecks).toBe(25_000 - metadata.positionChecks)
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
