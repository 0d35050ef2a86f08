import type { ContractClient } from '@muster/contract/contract.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts'
import type { Searches } from '../../platform/search.ts'
import { api, signedIn } from '../../rpc/base.ts'
import { createTooManyError } from '../../rpc/concurrency-limits.ts'
import type { RequestContext } from '../../rpc/context.ts'
import { searchEverything } from './search-everything.ts'
import { withinSearch } from './within-search.ts'

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
