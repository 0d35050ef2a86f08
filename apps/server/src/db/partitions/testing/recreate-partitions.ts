import type pg from 'pg'
import { createPartitionsNow } from '../create-partitions.ts'
import { listPartitions, type PartitionedTable, partitionedTables } from '../partitions.ts'

/**
 * Replaces the partitions of a test database with those that a start at this moment (ms) creates. The template database has the
 * partitions of the day on which the run began, which may be yesterday. Rows in the replaced partitions are lost.
 */
export async function recreatePartitions(pool: pg.Pool, now: number): Promise<void> {
  for (const table of Object.keys(partitionedTables) as PartitionedTable[])
    for (const { name } of await listPartitions(pool, table)) await pool.query(`drop table ${name}`)
  await createPartitionsNow(pool, now)
}
