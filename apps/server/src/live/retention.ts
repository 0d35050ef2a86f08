import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

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
    // Not beyond the oldest open transaction: events of its own may yet come before those of later ones.
    const { rows } = await sql<{ xid: string; seq: string; expired: boolean }>`
      select xid::text as xid, seq::text as seq, created_at < now() - ${keepMs}::float8 * interval '1 ms' as expired
      from feed_events where xid < pg_snapshot_xmin(pg_current_snapshot())
      order by feed_events.xid, feed_events.seq limit ${BATCH}`.execute(tx)
    const kept = rows.findIndex(row => !row.expired)
    const last = kept < 0 ? rows.at(-1) : rows[kept - 1]
    if (!last) return 0
    const deleted = await sql`
      delete from feed_events where (xid, seq) <= (${last.xid}::xid8, ${last.seq}::bigint)`.execute(tx)
    await sql`
      insert into feed_floor (xid, seq) values (${last.xid}::xid8, ${last.seq}::bigint)
      on conflict (one_row) do update set xid = excluded.xid, seq = excluded.seq
      where (excluded.xid, excluded.seq) > (feed_floor.xid, feed_floor.seq)`.execute(tx)
    return Number(deleted.numAffectedRows ?? 0)
  })
}
