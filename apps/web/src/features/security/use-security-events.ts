import type { SecurityEvent } from '@muster/contract/security.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { type EventFilters, serverFilter } from './security-search.ts'

/** Rows a page of the list. */
export const eventPage = 100

/** Milliseconds that what was read counts as fresh: somebody watches this page because something goes on. */
export const securityStaleTime = 30_000

/** The events that pass the filters, the newest first, page by page. The rows of the filter before stay until these come. */
export function useSecurityEvents(filters: EventFilters) {
  const query = useInfiniteQuery(
    orpc.security.events.infiniteOptions({
      input: (before: number | undefined) => ({ ...serverFilter(filters), before, limit: eventPage }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: last => last.next ?? undefined,
      placeholderData: keepPreviousData,
      staleTime: securityStaleTime,
    }),
  )
  return { query, events: query.data?.pages.flatMap(page => page.events) }
}

/**
 * The event with this number: out of the rows at hand, else asked for. Undefined as `event` with status `success` means
 * that the log has no such event.
 */
export function useSecurityEvent(number: number | undefined, rows: readonly SecurityEvent[]) {
  const atHand = rows.find(row => row.number === number)
  const query = useQuery({
    ...orpc.security.events.queryOptions({ input: { before: (number ?? 0) + 1, limit: 1 } }),
    enabled: number !== undefined && atHand === undefined,
  })
  const asked = query.data?.events.find(row => row.number === number)
  return { event: atHand ?? asked, query }
}
