import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Tx } from '../db/database.ts'
import { run } from '../db/rows.ts'

export type FeedAppend = { readonly topic: string; readonly event: FeedEvent }

/**
 * In the transaction of the change, so they are published if and only if it commits. Call it last: all other events are delayed
 * until the transaction ends.
 */
export async function appendEvents(tx: Tx, events: readonly FeedAppend[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ topic, event: { kind, ...payload } }) => ({ topic, kind, payload }))
  await run(tx)`select append_events(${JSON.stringify(rows)}::json)`
}
