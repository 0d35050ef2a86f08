import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { dropPart } from '../db/partitions/drop-partition.ts'
import { listPartitions } from '../db/partitions/partitions.ts'
import { one, oneValue, run } from '../db/rows.ts'

/**
 * Ended more than `retentionMs` ago. Each drop locks out every feed writer, so that no uncommitted event can still appear in it.
 * Returns how many.
 */
export async function pruneFeed(db: Database, retentionMs: number, now = Date.now()): Promise<number> {
  const expiredPartitions = (await listPartitions(db.pool, 'feed_events')).filter(
    partition => partition.end <= now - retentionMs,
  )
  for (const { name } of expiredPartitions)
    await dropPart(db, name, async tx => {
      // Locked first, so that a statement that reads floor and events together sees a consistent state.
      await run(tx)`lock table feed_events in access exclusive mode`
      await run(tx)`update feed_floor
        set seq = greatest(seq, (select coalesce(max(seq), 0) from ${sql.table(name)}))`
    })
  return expiredPartitions.length
}

/**
 * Older than `retentionMs`; raises their floor. Not worth replaying: clients that were away need only the current state. Returns how
 * many.
 */
export async function pruneTransientEvents(
  db: Database,
  kinds: readonly string[],
  retentionMs: number,
): Promise<number> {
  return db.asOwner('retention of the feed belongs to nobody', async tx => {
    const { prunedSeq } = await one(tx)<{ prunedSeq: string }>`
      select passing_seq::text as "prunedSeq" from feed_floor for update`
    const horizon = await readHorizon(tx)
    const firstRetainedSeq = sql`(select coalesce(min(seq), ${horizon}::bigint + 1) from feed_events
      where seq > ${prunedSeq}::bigint and created_at >= now() - ${retentionMs}::float8 * interval '1 ms')`
    const row = await one(tx)<{ seq: string; deleted: string }>`
      with bound as materialized (select least(${firstRetainedSeq} - 1, ${horizon}::bigint) as seq),
      gone as (
        delete from feed_events
        where seq > ${prunedSeq}::bigint and seq <= (select seq from bound) and kind = any(${kinds}::text[]) returning seq)
      select coalesce(max(seq), 0)::text as seq, count(*)::text as deleted from gone`
    if (row.deleted === '0') return 0
    await run(tx)`update feed_floor set passing_seq = greatest(passing_seq, ${row.seq}::bigint)`
    return Number(row.deleted)
  })
}

const readHorizon = (tx: Tx) => oneValue(tx)<string>`select feed_horizon()::text as horizon`
