import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'

const BATCH = 1_000

export type Expired = {
  readonly sessions: number
  readonly verifications: number
  readonly zoneEntries: number
  readonly throttles: number
}

/**
 * Removes what lost its meaning by the clock: sessions, links that were mailed, PIN entries and counters of throttles.
 * Each batch is a transaction of its own; ended sessions are announced to the feed by their trigger.
 */
export async function removeExpired(db: Database, signal?: AbortSignal): Promise<Expired> {
  const all = async (batch: (tx: Tx) => Promise<number>) => {
    let removed = 0
    while (true) {
      signal?.throwIfAborted()
      const count = await db.asOwner('expired rows belong to nobody who acts', batch)
      removed += count
      if (count < BATCH) return removed
    }
  }
  return {
    sessions: await all(deleteSessions),
    verifications: await all(deleteVerifications),
    zoneEntries: await all(deleteZoneEntries),
    throttles: await all(deleteThrottles),
  }
}

const deleteSessions = (tx: Tx) =>
  count(
    tx,
    sql`delete from auth.sessions where id = any(array(
      select id from auth.sessions where expires_at < now() order by expires_at limit ${BATCH}))`,
  )

const deleteVerifications = (tx: Tx) =>
  count(
    tx,
    sql`delete from auth.verifications where id = any(array(
      select id from auth.verifications where expires_at < now() limit ${BATCH}))`,
  )

const deleteZoneEntries = (tx: Tx) =>
  count(
    tx,
    sql`delete from zone_entries where ctid = any(array(
      select ctid from zone_entries where expires_at < now() limit ${BATCH}))`,
  )

// `expire` is in milliseconds since 1970, by the clock of the node that wrote it; null never expires. A minute of grace
// for clocks that differ.
const deleteThrottles = (tx: Tx) =>
  count(
    tx,
    sql`delete from rate_limits where key = any(array(
      select key from rate_limits where expire < extract(epoch from now() - interval '1 minute') * 1000 limit ${BATCH}))`,
  )

async function count(tx: Tx, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(tx)
  return Number(numAffectedRows ?? 0)
}
