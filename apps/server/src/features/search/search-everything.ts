import type { ContractClient } from '@muster/contract/contract.ts'
import type { SearchResult } from '@muster/contract/search.ts'
import { MAX_HITS_PER_KIND, type SearchKind, searchKinds } from '@muster/domain/search-kind.ts'
import { ORPCError } from '@orpc/server'
import type { FastifyBaseLogger } from 'fastify'
import type { Searches } from '../../platform/search.ts'

/** Lists that one search reads at a time, each on its own connection. The others of the pool are for other calls. */
const MAX_CONCURRENT_LISTS = 3

type Search = { readonly text: string; readonly zoneId: string | undefined; readonly allZones: boolean }
type Options = { readonly signal?: AbortSignal | undefined; readonly log: Pick<FastifyBaseLogger, 'warn'> }

/**
 * In the order of `searchKinds`. A refusing kind is left out, a failing one marked. `entryRequired`: a list asks for the zone's PIN
 * first.
 */
export async function searchEverything(
  searches: Searches,
  lists: ContractClient,
  search: Search,
  { signal, log }: Options,
): Promise<{ results: SearchResult[]; entryRequired: boolean }> {
  const resultsByKind = new Map<SearchKind, SearchResult>()
  const waitingKinds = [...searchKinds]
  let entryRequired = false
  const searchNext = async (): Promise<void> => {
    const kind = waitingKinds.shift()
    if (!kind || signal?.aborted) return
    try {
      const result = await searches[kind]?.(lists, { ...search, limit: MAX_HITS_PER_KIND + 1 })
      if (result) resultsByKind.set(kind, { kind, failed: false, ...result })
    } catch (error) {
      if (error instanceof ORPCError && error.code === 'ZONE_ENTRY_REQUIRED') entryRequired = true
      if (!isRefusal(error)) {
        if (!isExpected(error)) log.warn({ err: error, kind }, 'A kind could not be searched')
        resultsByKind.set(kind, { kind, failed: true, hits: [], more: false })
      }
    }
    await searchNext()
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_LISTS }, searchNext))
  return { results: searchKinds.flatMap(kind => resultsByKind.get(kind) ?? []), entryRequired }
}

/** True if the list refuses the caller: no permission, or a zone that is closed to them or not entered. */
const isRefusal = (error: unknown) =>
  error instanceof ORPCError && (error.status === 403 || error.status === 404)

/** True for errors that are the caller's, such as a rate limit. */
const isExpected = (error: unknown) => error instanceof ORPCError && error.status < 500
