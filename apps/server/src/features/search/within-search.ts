import { sql } from 'kysely'
import { run } from '../../db/rows.ts'
import type { RequestContext } from '../../rpc/context.ts'

/** Milliseconds after which PostgreSQL ends a statement of a search. */
const STATEMENT_TIMEOUT_MS = 2_000

/**
 * Short timeout. No place in the session's queue, because the search has one and could block both; no charge to the lists' rate
 * limits, because the search has its own.
 */
export const withinSearch = (context: RequestContext): RequestContext => ({
  ...context,
  isWithinSearch: true,
  concurrency: { ...context.concurrency, ofSession: (_session, work) => work() },
  db: {
    ...context.db,
    asActor: (actor, work) =>
      context.db.asActor(actor, async tx => {
        await run(tx)`set local statement_timeout = ${sql.raw(String(STATEMENT_TIMEOUT_MS))}`
        return work(tx)
      }),
  },
})
