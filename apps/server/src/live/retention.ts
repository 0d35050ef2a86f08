import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'

const BATCH = 5_000

/**
 * Removes the events older than `keepMs` milliseconds and raises the floor of the feed with them. Answers how many.
 * Cut is by the order of the feed, so what remains is without gaps. Any number of nodes may call it at once.
 */
export async function pruneFeed(db: Database, keepMs: number): Promise<number> {
  let removed = 0
  while (true) {
    const batch = await pruneBatch(db, keepMs)
    removed += batch
    if (batch < BATCH) return removed
  }
}

async function pruneBatch(db: Database, keepMs: number): Promise<number> {
  return db.asOwner('retention of the feed belongs to nobody', async tx => {
    await sql`select from feed_floor for update`.execute(tx)
    const horizon = await readHorizon(tx)
    // Not beyond a writer still open: events of its own may yet come before those of later ones.
    const { rows } = await sql<{ seq: string; expired: boolean }>`
      select seq::text as seq, created_at < now() - ${keepMs}::float8 * interval '1 ms' as expired
      from feed_events where seq <= ${horizon}::bigint
      order by feed_events.seq limit ${BATCH}`.execute(tx)
    const kept = rows.findIndex(row => !row.expired)
    const last = kept < 0 ? rows.at(-1) : rows[kept - 1]
    if (!last) return 0
    const deleted = await sql`delete from feed_events where seq <= ${last.seq}::bigint`.execute(tx)
    await sql`update feed_floor set seq = greatest(seq, ${last.seq}::bigint)`.execute(tx)
    return Number(deleted.numAffectedRows ?? 0)
  })
}

/**
 * Removes the events of these kinds that are older than `keepMs` milliseconds: what only passes by is old news to who was
 * away, who reads the newest state instead. Answers how many.
 */
export async function prunePassing(db: Database, kinds: readonly string[], keepMs: number): Promise<number> {
  return db.asOwner('retention of the feed belongs to nobody', async tx => {
    const floor = await sql<{ passing_seq: string }>`
      select passing_seq::text as passing_seq from feed_floor for update`.execute(tx)
    const from = floor.rows[0]?.passing_seq ?? '0'
    const horizon = await readHorizon(tx)
    const young = sql`(select coalesce(min(seq), ${horizon}::bigint + 1) from feed_events
      where seq > ${from}::bigint and created_at >= now() - ${keepMs}::float8 * interval '1 ms')`
    const { rows } = await sql<{ seq: string; deleted: string }>`
      with bound as materialized (select least(${young} - 1, ${horizon}::bigint) as seq),
      gone as (
        delete from feed_events
        where seq > ${from}::bigint and seq <= (select seq from bound) and kind = any(${kinds}::text[]) returning seq)
      select coalesce(max(seq), 0)::text as seq, count(*)::text as deleted from gone`.execute(tx)
    const [gone] = rows
    if (!gone || gone.deleted === '0') return 0
    await sql`update feed_floor set passing_seq = greatest(passing_seq, ${gone.seq}::bigint)`.execute(tx)
    return Number(gone.deleted)
  })
}

async function readHorizon(tx: Tx): Promise<string> {
  const { rows } = await sql<{ horizon: string }>`select feed_horizon()::text as horizon`.execute(tx)
  return rows[0]?.horizon ?? '0'
}
