import type pg from 'pg'
import { runInTransaction } from '../migrate-sql.ts'
import {
  type Partition,
  type PartitionedTable,
  partitionAt,
  partitionedTables,
  toDefaultPartitionName,
} from './partitions.ts'

type Client = Pick<pg.Client, 'query'>

/** An arbitrary number that is the same in every Muster sharing the database. */
const PARTITION_LOCK_ID = 4_280_009
/** Rows older than this (ms) remain in the default partition, where the retention job finds them. */
const LOOKBACK_MS = 400 * 86_400_000

/** For the coming days or months, and rows that landed in the default partition. A second node waits and then finds them. */
export async function createPartitions(client: Client, now: number): Promise<void> {
  await client.query(`set local lock_timeout = '10s'`)
  await client.query('select pg_advisory_xact_lock($1)', [PARTITION_LOCK_ID])
  for (const table of Object.keys(partitionedTables) as PartitionedTable[]) {
    const partitions = [partitionAt(table, now)]
    for (let n = 0; n < partitionedTables[table].ahead; n++)
      partitions.push(partitionAt(table, partitions.at(-1)?.end ?? now))
    const lastEnd = partitions.at(-1)?.end ?? now
    const strayPartitions = await listStrayPartitions(client, table, now - LOOKBACK_MS, lastEnd)
    for (const partition of [...partitions, ...strayPartitions])
      await createPartition(client, table, partition)
  }
}

/** Runs `createPartitions` in its own transaction. */
export async function createPartitionsNow(pool: pg.Pool, now: number): Promise<void> {
  const client = await pool.connect()
  try {
    await runInTransaction(client, () => createPartitions(client, now))
  } finally {
    client.release()
  }
}

/** Returns the partitions that rows in the default partition should be in. */
async function listStrayPartitions(
  client: Client,
  table: PartitionedTable,
  from: number,
  to: number,
): Promise<Partition[]> {
  const { each, by } = partitionedTables[table]
  const { rows } = await client.query<{ moment: Date }>(
    `select distinct date_trunc('${each}', ${by}, 'UTC') as moment from ${toDefaultPartitionName(table)}
     where ${by} >= $1 and ${by} < $2`,
    [new Date(from), new Date(to)],
  )
  return rows.map(({ moment }) => partitionAt(table, moment.getTime()))
}

/** Attached last, because creating it in place would lock out every writer. The default is detached so its triggers do not fire. */
export async function createPartition(
  client: Client,
  table: PartitionedTable,
  { name, begin, end }: Partition,
): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    name,
  ])
  if (rows[0]?.there) return
  const [from, to] = [begin, end].map(ms => `'${new Date(ms).toISOString()}'`)
  const defaultPartition = toDefaultPartitionName(table)
  const { by, keys } = partitionedTables[table]
  const rangeCondition = `where ${by} >= ${from} and ${by} < ${to}`
  const { rowCount } = await client.query(`select from ${defaultPartition} ${rangeCondition} limit 1`)
  await client.query(`
    create table ${name} (like ${table} including defaults including constraints);
    alter table ${name} enable row level security`)
  if (rowCount)
    await client.query(`
      alter table ${table} detach partition ${defaultPartition};
      with moved as (delete from ${defaultPartition} ${rangeCondition} returning *) insert into ${name} select * from moved`)
  for (const [n, key] of keys.entries())
    await client.query(`create unique index ${name}_key${n + 1} on ${name} (${key})`)
  await client.query(`alter table ${table} attach partition ${name} for values from (${from}) to (${to})`)
  if (rowCount) await client.query(`alter table ${table} attach partition ${defaultPartition} default`)
}
