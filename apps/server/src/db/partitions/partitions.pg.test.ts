import type pg from 'pg'
import { expect, it, vi } from 'vitest'
import { testDatabase } from '../../testing/test-world.ts'
import { createPartitionsNow } from './create-partitions.ts'
import { dropPart } from './drop-partition.ts'
import { listPartitions, type PartitionedTable, partitionAt } from './partitions.ts'
import { recreatePartitions } from './testing/recreate-partitions.ts'

const DAY_MS = 86_400_000
const now = Date.now()
const { db } = testDatabase()

const listPartitionNames = async (table: PartitionedTable) =>
  (await listPartitions(db.pool, table)).map(it => it.name)
const listPartitionsFrom = (table: PartitionedTable, from: number, count: number) => {
  const partitions = [partitionAt(table, from)]
  while (partitions.length < count) partitions.push(partitionAt(table, partitions.at(-1)?.end ?? 0))
  return partitions.map(it => it.name)
}
/** Inserts a reading and returns the partition that stores it. */
const insertCheck = async (at: number, client: Pick<pg.ClientBase, 'query'> = db.pool) =>
  (
    await client.query<{ part: string }>(
      `insert into position_checks (id, zone_id, user_id, latitude, longitude, source, captured_at, received_at, inside,
         certain, distance_to_center_m, distance_to_edge_m, change)
       values (uuid_v7(), uuid_v7(), uuid_v7(), 0, 0, 'manual', $1, $1, true, true, 0, 0, 'none')
       returning tableoid::regclass::text as part`,
      [new Date(at)],
    )
  ).rows[0]?.part
const findPartition = async (at: number) =>
  (
    await db.pool.query<{ part: string }>(
      'select tableoid::regclass::text as part from position_checks where captured_at = $1',
      [new Date(at)],
    )
  ).rows.map(row => row.part)

it('a start creates current and coming partitions, and several nodes at once add those of the next day', async () => {
  await recreatePartitions(db.pool, now)
  expect(await listPartitionNames('position_checks')).toEqual(listPartitionsFrom('position_checks', now, 3))
  expect(await listPartitionNames('feed_events')).toEqual(listPartitionsFrom('feed_events', now, 3))
  expect(await listPartitionNames('security_events')).toEqual(listPartitionsFrom('security_events', now, 2))
  await Promise.all([1, 2, 3].map(() => createPartitionsNow(db.pool, now + DAY_MS)))
  expect(await listPartitionNames('position_checks')).toEqual(listPartitionsFrom('position_checks', now, 4))
})

it('the first and last moment of a day are in its partition, and rows without a partition are moved to one later', async () => {
  const todaysPartition = partitionAt('position_checks', now)
  expect(await insertCheck(todaysPartition.begin)).toBe(todaysPartition.name)
  expect(await insertCheck(todaysPartition.end - 1)).toBe(todaysPartition.name)
  const [pastDay, futureDay] = [now - 20 * DAY_MS, now + 500 * DAY_MS]
  expect(await insertCheck(pastDay)).toBe('position_checks_rest')
  expect(await insertCheck(futureDay)).toBe('position_checks_rest')
  await createPartitionsNow(db.pool, now)
  expect(await findPartition(pastDay)).toEqual([partitionAt('position_checks', pastDay).name])
  expect(await findPartition(futureDay)).toEqual(['position_checks_rest'])
  expect(await insertCheck(pastDay + 1)).toBe(partitionAt('position_checks', pastDay).name)
})

it('a moved event of the security log keeps its place in the chain, and the partition keeps its triggers', async () => {
  const createdAt = new Date(now - 100 * DAY_MS)
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into security_events (event_type, description, created_at) values ('x', 'x', $1) returning id`,
    [createdAt],
  )
  await db.pool.query('select link_security_events(10)')
  const readEvents = async () =>
    (
      await db.pool.query(
        'select tableoid::regclass::text as part, number, hash from security_events where id = $1',
        [rows[0]?.id],
      )
    ).rows[0]
  const eventsBefore = await readEvents()
  expect(eventsBefore).toMatchObject({ part: 'security_events_rest', number: 1 })
  await createPartitionsNow(db.pool, now)
  expect(await readEvents()).toEqual({
    ...eventsBefore,
    part: partitionAt('security_events', createdAt.getTime()).name,
  })
  for (const mutation of [`update security_events set description = 'y'`, 'delete from security_events'])
    await expect(db.pool.query(mutation)).rejects.toMatchObject({ code: '42501' })
})

it('a reading is unique in its partition, whoever writes it', async () => {
  const { rows } = await db.pool.query('select id, zone_id from position_checks limit 1')
  const duplicateInsert = `insert into position_checks select * from position_checks where id = $1`
  await expect(db.pool.query(duplicateInsert, [rows[0]?.id])).rejects.toMatchObject({ code: '23505' })
})

it('creating and dropping partitions delays writers only for moments', async () => {
  const writer = await db.pool.connect()
  await writer.query('begin')
  await insertCheck(now, writer)
  await createPartitionsNow(db.pool, now + 3 * DAY_MS)
  const upcomingPartitions = listPartitionsFrom('position_checks', now + 3 * DAY_MS, 3)
  expect(await listPartitionNames('position_checks')).toEqual(expect.arrayContaining(upcomingPartitions))
  const pendingDrop = dropPart(db, upcomingPartitions[2] ?? '')
  const blockedQuery = `select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
  await vi.waitUntil(async () => (await db.pool.query(blockedQuery)).rows.length > 0, {
    timeout: 15_000,
    interval: 5,
  })
  // The first writer has not finished, yet no other writer queues behind the drop that is waiting for it.
  await insertCheck(now)
  expect(await listPartitionNames('position_checks')).toContain(upcomingPartitions[2])
  await writer.query('commit')
  writer.release()
  await pendingDrop
  expect(await listPartitionNames('position_checks')).not.toContain(upcomingPartitions[2])
})

it('every partition has row-level security, and only the owner may use one directly', async () => {
  const { rows } = await db.pool.query(`
    select relname from pg_class c join pg_inherits i on i.inhrelid = c.oid
    where c.relkind = 'r' and (not relrowsecurity or has_table_privilege('muster_app', c.oid, 'select'))`)
  expect(rows).toEqual([])
  expect((await db.pool.query('select * from audit_rls_compliance()')).rows).toEqual([])
})
