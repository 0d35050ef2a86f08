import type { FeedEvent } from '@muster/contract/feed.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

export type FeedAppend = { readonly topic: string; readonly event: FeedEvent }

/**
 * Writes the events to the feed, in this order and in the transaction that makes the change, so that they are published if and only
 * if it commits. Uses one statement. Call it last in the transaction, because all other events are delayed until the transaction
 * ends.
 */
export async function appendEvents(tx: Tx, events: readonly FeedAppend[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ topic, event: { kind, ...payload } }) => ({ topic, kind, payload }))
  await sql`select append_events(${JSON.stringify(rows)}::json)`.execute(tx)
}
