import type { FeedEvent } from '@muster/contract/feed.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

export type FeedAppend = { readonly topic: string; readonly event: FeedEvent }

/**
 * Writes the events into the feed, in this order, in the transaction of their change: they are published when and only when it
 * commits. One statement; append at the end of the transaction, because an open one holds back everybody's events.
 */
export async function appendEvents(tx: Tx, events: readonly FeedAppend[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ topic, event: { kind, ...payload } }) => ({ topic, kind, payload }))
  await sql`select append_events(${JSON.stringify(rows)}::json)`.execute(tx)
}
