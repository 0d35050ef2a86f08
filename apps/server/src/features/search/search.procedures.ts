import type { ContractClient } from '@muster/contract/contract.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { sql } from 'kysely'
import { run } from '../../db/rows.ts'
import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts'
import type { Searches } from '../../platform/search.ts'
import { api, signedIn } from '../../rpc/base.ts'
import { createTooManyError } from '../../rpc/concurrency-limits.ts'
import type { RequestContext } from '../../rpc/context.ts'
import { searchEverything } from './search-everything.ts'

/** Milliseconds after which PostgreSQL ends a statement of a search. */
const STATEMENT_TIMEOUT_MS = 2_000

/**
 * Short timeout. No place in the session's queue, because the search has one and could block both; no charge to the lists' rate
 * limits, because the search has its own.
 */
const withinSearch = (context: RequestContext): RequestContext => ({
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

export type SearchServices = {
  readonly searches: Searches
  /** Returns the server's own calls, made as the caller of a request. */
  readonly createLists: (context: RequestContext) => ContractClient
}

/** Leaves room for a quick typist: the web app sends a search after each pause of 200 ms. */
const searchRate = { name: 'search', points: 120, seconds: 60 }

/** A search uses several connections, so a person runs one at a time. The others of the pool remain for other calls. */
const runningSearches = { running: 1, waiting: 8, createFullError: createTooManyError }

export const searchProcedures = (
  { searches, createLists }: SearchServices,
  personLimit = createConcurrencyLimit(runningSearches),
) => ({
  everything: api.search.everything
    .use(
      signedIn(null, {
        withoutTx: 'each list runs in its own transaction, so that a slow one fails alone',
        rateLimit: searchRate,
      }),
    )
    .handler(({ context, input: { text, zoneId }, signal }) =>
      personLimit.run(context.actor.userId, () =>
        searchEverything(
          searches,
          createLists(withinSearch(context)),
          { text, zoneId, allZones: zoneId === undefined && isInternalAdmin(context.actor.role) },
          { signal, log: context.log },
        ),
      ),
    ),
})
