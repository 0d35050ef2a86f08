import { expect, it } from 'vitest'
import type { Database } from '../../../db/database.ts'
import type { TestUser, TestZone } from '../../../testing/factories.ts'
import { testDatabase } from '../../../testing/test-world.ts'
import { eraseReadings } from './retention-jobs.ts'

const { db, make } = testDatabase()

async function insertReadings(user: TestUser, zone: TestZone, times: number) {
  await db.pool.query(
    `insert into position_checks (id, zone_id, user_id, latitude, longitude, source, captured_at, received_at, inside,
       certain, distance_to_center_m, distance_to_edge_m, change)
     select uuid_v7(), $1, $2, 0, 0, 'manual', now(), now(), true, true, 0, 0, 'none' from generate_series(1, $3)`,
    [zone.id, user.id, times],
  )
}
const countRemaining = async (column: 'user_id' | 'zone_id', { id }: { id: string }): Promise<number> =>
  (await db.pool.query(`select count(*) from position_checks where ${column} = $1`, [id])).rows[0].count

const removals = [
  ['account', (user: TestUser) => ['delete from auth.users where id = $1', user.id]],
  ['zone', (_: TestUser, zone: TestZone) => ['delete from zones where id = $1', zone.id]],
] as const

it.each(removals)('deleting one %s does not wait for the log of readings', async (_, createRemoval) => {
  const [user, zone] = [await make.user(), await make.zone()]
  await insertReadings(user, zone, 10)
  const [statement = '', id] = createRemoval(user, zone)
  const otherClient = await db.pool.connect()
  try {
    // Any access to the log would wait for this lock and fail with the timeout.
    await otherClient.query('begin')
    await otherClient.query('lock table position_checks in access exclusive mode')
    const client = await db.pool.connect()
    try {
      await client.query(`set lock_timeout = '1s'`)
      expect((await client.query(statement, [id])).rowCount).toBe(1)
    } finally {
      client.release(true)
    }
  } finally {
    await otherClient.query('rollback')
    otherClient.release()
  }
  await eraseReadings(db)
})

it('the readings of deleted people and zones are erased over several batches, and no others', async () => {
  const [leavingUser, stayingUser] = [await make.user(), await make.user()]
  const [deletedZone, zone] = [await make.zone(), await make.zone()]
  // About 60 rows per page, so about three batches of 256 pages.
  for (let n = 0; n < 4; n++) {
    await insertReadings(leavingUser, zone, 8_000)
    await insertReadings(stayingUser, deletedZone, 2_000)
    await insertReadings(stayingUser, zone, 500)
  }
  await db.pool.query('delete from auth.users where id = $1', [leavingUser.id])
  await db.pool.query('delete from zones where id = $1', [deletedZone.id])
  expect(await eraseReadings(db)).toBe(40_000)
  expect([
    await countRemaining('user_id', leavingUser),
    await countRemaining('zone_id', deletedZone),
  ]).toEqual([0, 0])
  expect(await countRemaining('user_id', stayingUser)).toBe(2_000)
  expect(await eraseReadings(db)).toBe(0)
})

it('an interrupted erasure is finished by the next run', async () => {
  const [erasedUser, zone] = [await make.user(), await make.zone()]
  await insertReadings(erasedUser, zone, 50_000)
  await db.pool.query('delete from auth.users where id = $1', [erasedUser.id])
  const controller = new AbortController()
  const observedDb: Database = {
    ...db,
    async asOwner(reason, work) {
      const result = await db.asOwner(reason, work)
      // Stop after the first batch. Only the number of readings erased in a batch is above 5,000; page counts are lower.
      if (typeof result === 'number' && result > 5_000) controller.abort(new Error('stop'))
      return result
    },
  }
  await expect(eraseReadings(observedDb, controller.signal)).rejects.toThrow('stop')
  expect(await countRemaining('user_id', erasedUser)).toBeGreaterThan(0)
  await eraseReadings(db)
  expect(await countRemaining('user_id', erasedUser)).toBe(0)
})

it('nobody sees them until then', async () => {
  const [erasedUser, stayingUser, manager, zone] = [
    await make.user(),
    await make.user(),
    await make.user(),
    await make.zone(),
  ]
  await make.assign(manager, zone, 'zone_manager_rw')
  await insertReadings(erasedUser, zone, 2)
  await insertReadings(stayingUser, zone, 3)
  const countReadings = () =>
    db.asActor({ userId: manager.id, sessionId: manager.sessionId }, tx =>
      tx.selectFrom('position_checks').select('user_id').where('zone_id', '=', zone.id).execute(),
    )
  expect(await countReadings()).toHaveLength(5)
  await db.pool.query('delete from auth.users where id = $1', [erasedUser.id])
  expect(await countRemaining('user_id', erasedUser)).toBe(2)
  expect(await countReadings()).toEqual(Array(3).fill({ user_id: stayingUser.id }))
})

it('every foreign key has an index', async () => {
  const { rows } = await db.pool.query(`
    select c.conrelid::regclass::text || '.' || a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null)`)
  expect(rows).toEqual([])
})
