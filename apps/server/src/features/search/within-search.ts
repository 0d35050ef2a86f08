import { sql } from 'kysely'
import type { RequestContext } from '../../rpc/context.ts'

/** Milliseconds after which PostgreSQL ends a statement of a search. */
const STATEMENT_TIMEOUT_MS = 2_000

/**
 * Returns the context in which a search calls the lists. Their statements have a short timeout. Their calls take no place in the
 * session's queue, because the search has one already: waiting for another could block both. Nor are they charged to the rate
 * limits of the lists, because the search has its own, and a search must not end the lists for a while.
 */
export const withinSearch = (context: RequestContext): RequestContext => ({
  ...context,
  isWithinSearch: true,
  concurrency: { ...context.concurrency, ofSession: (_session, work) => work() },
  db: {
    ...context.db,
    asActor: (actor, work) =>
      context.db.asActor(actor, async tx => {
        await sql`set local statement_timeout = ${sql.raw(String(STATEMENT_TIMEOUT_MS))}`.execute(tx)
        return work(tx)
      }),
  },
})
