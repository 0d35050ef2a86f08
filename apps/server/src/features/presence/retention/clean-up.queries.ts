import { sql } from 'kysely'
import type { OwnerTx, Tx } from '../../../db/database.ts'
import { one, oneValue, run } from '../../../db/rows.ts'

/** The number of pages (normally 8 KiB) that the table occupies on disk. */
export const countPages = (tx: OwnerTx, table: string) =>
  oneValue(tx)<number>`
    select pg_relation_size(${table}::regclass) / current_setting('block_size')::bigint as pages`

export const countReadings = (tx: OwnerTx, partition: string) =>
  oneValue(tx)<number>`select count(*) from ${sql.table(partition)}`

/**
 * Deletes readings captured or received before `cutoff` from the pages `from` to `to` (exclusive) of a log partition: one person's
 * readings or, if `userId` is null, everybody's.
 */
export async function deleteOldReadings(
  tx: Tx,
  partition: string,
  { from, to }: { from: number; to: number },
  cutoff: Date,
  userId: string | null,
): Promise<number> {
  const changed = await run(tx)`
    delete from ${sql.table(partition)}
    where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${to},0)`}::tid
      and least(captured_at, received_at) < ${cutoff}
      and (${userId}::uuid is null or user_id = ${userId}::uuid)`
  return changed
}

/** Ended between `from` and `cutoff` (exclusive), oldest first; null `userId`: everybody's. Returns how many, and the last end. */
export const deleteOldVisits = (
  tx: Tx,
  { from, cutoff, limit }: { from: Date; cutoff: Date; limit: number },
  userId: string | null,
) =>
  one(tx)<{ count: number; last: Date | null }>`
    with gone as (
      delete from presence_history where ctid = any(array(
        select ctid from presence_history
        where exit_time >= ${from} and exit_time < ${cutoff}
          and (${userId}::uuid is null or user_id = ${userId}::uuid)
        order by exit_time limit ${limit}
      )) returning exit_time)
    select count(*), max(exit_time) as last from gone`
