import { feedEvent } from '@muster/contract/feed.ts'
import type pg from 'pg'

/**
 * Checks that feed events (at most 2,000 different ones) match the contract, and throws for the first one that does not. Triggers
 * build events in SQL, where the compiler cannot check them.
 */
export async function parseFeed(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ kind: string; payload: object }>(
    'select distinct on (kind, payload::text) kind, payload from feed_events order by kind, payload::text limit 2000',
  )
  for (const { kind, payload } of rows) {
    const { error } = feedEvent.safeParse({ kind, ...payload })
    if (error)
      throw new Error(
        `The event ${JSON.stringify({ kind, ...payload })} does not fit the contract: ${error.message}`,
      )
  }
}
