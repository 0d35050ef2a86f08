import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { factories, type TestUser, type TestZone } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { eraseReadings } from './erase-readings.ts'

let database: TestDatabase
let db: Database
let make: ReturnType<typeof factories>

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  make = factories(db)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

async function readings(user: TestUser, zone: TestZone, times: number) {
  await db.pool.query(
    `insert into position_checks (id, zone_id, user_id, latitude, longitude, source, captured_at, received_at, inside,
       certain, distance_to_center_m, distance_to_edge_m, change)
     select uuid_v7(), $1, $2, 0, 0, 'manual', now(), now(), true, true, 0, 0, 'none' from generate_series(1, $3)`,
    [zone.id, user.id, times],
  )
}
const left = async (column: 'user_id' | 'zone_id', { id }: { id: string }): Promise<number> =>
  (await db.pool.query(`select count(*) from position_checks where ${column} = $1`, [id])).rows[0].count

const removals = [
  ['account', (user: TestUser) => ['delete from auth.users where id = $1', user.id]],
  ['zone', (_: TestUser, zone: TestZone) => ['delete from zones where id = $1', zone.id]],
] as const

it.each(removals)('deleting one %s does not wait for the log of readings', async (_, remove) => {
  const [user, zone] = [await make.user(), await make.zone()]
  await readings(user, zone, 10)
  const [statement = '', id] = remove(user, zone)
  const other = await db.pool.connect()
  try {
    // Any access to the log waits for this lock, and is ended by the timeout.
    await other.query('begin')
    await other.query('lock table position_checks in access exclusive mode')
    const client = await db.pool.connect()
    try {
      await client.query(`set lock_timeout = '1s'`)
      expect((await client.query(statement, [id])).rowCount).toBe(1)
    } finally {
      client.release(true)
    }
  } finally {
    await other.query('rollback')
    other.release()
  }
  await eraseReadings(db)
})

it('the readings of deleted people and zones are erased over several batches, and no others', async () => {
  const [leaving, stays] = [await make.user(), await make.user()]
  const [goneZone, zone] = [await make.zone(), await make.zone()]
  // Some 60 rows per page: about three batches of 256 pages.
  for (let n = 0; n < 4; n++) {
    await readings(leaving, zone, 8_000)
    await readings(stays, goneZone, 2_000)
    await readings(stays, zone, 500)
  }
  await db.pool.query('delete from auth.users where id = $1', [leaving.id])
  await db.pool.query('delete from zones where id = $1', [goneZone.id])
  expect(await eraseReadings(db)).toBe(40_000)
  expect([await left('user_id', leaving), await left('zone_id', goneZone)]).toEqual([0, 0])
  expect(await left('user_id', stays)).toBe(2_000)
  expect(await eraseReadings(db)).toBe(0)
})

it('an interrupted erasure is finished by the next run', async () => {
  const [erased, zone] = [await make.user(), await make.zone()]
  await readings(erased, zone, 50_000)
  await db.pool.query('delete from auth.users where id = $1', [erased.id])
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
  await expect(eraseReadings(watched, abort.signal)).rejects.toThrow('stop')
  expect(await left('user_id', erased)).toBeGreaterThan(0)
  await eraseReadings(db)
  expect(await left('user_id', erased)).toBe(0)
})

it('nobody sees them until then', async () => {
  const [erased, stays, manager, zone] = [
    await make.user(),
    await make.user(),
    await make.user(),
    await make.zone(),
  ]
  await make.assign(manager, zone, 'zone_manager_rw')
  await readings(erased, zone, 2)
  await readings(stays, zone, 3)
  const countReadings = () =>
    db.asActor({ userId: manager.id, sessionId: manager.sessionId }, tx =>
      tx.selectFrom('position_checks').select('user_id').where('zone_id', '=', zone.id).execute(),
    )
  expect(await countReadings()).toHaveLength(5)
  await db.pool.query('delete from auth.users where id = $1', [erased.id])
  expect(await left('user_id', erased)).toBe(2)
  expect(await countReadings()).toEqual(Array(3).fill({ user_id: stays.id }))
})

it('every foreign key has an index', async () => {
  const { rows } = await db.pool.query(`
    select c.conrelid::regclass::text || '.' || a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null)`)
  expect(rows).toEqual([])
})
