import type { SecurityEvent } from '@muster/contract/security.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { type EventFilters, serverFilter } from './security-search.ts'

/** Rows a page of the list. */
export const eventPage = 100

/** Milliseconds that what was read counts as fresh: somebody watches this page because something goes on. */
export const securityStaleTime = 30_000

/** The events that pass the filters, the newest first, page by page. The rows of the filter before stay until these come. */
export const useSecurityEvents = (filters: EventFilters) =>
  usePages({
    ...orpc.security.events.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...serverFilter(filters), cursor, limit: eventPage }),
      ...byCursor,
    }),
    staleTime: securityStaleTime,
  })

/**
 * The event with this number: out of the rows at hand, else asked for. Undefined as `event` with status `success` means
 * that the log has no such event.
 */
export function useSecurityEvent(number: number | undefined, rows: readonly SecurityEvent[]) {
  const atHand = rows.find(row => row.number === number)
  const query = useQuery({
    ...orpc.security.events.queryOptions({ input: { number: number ?? 0, limit: 1 } }),
    enabled: number !== undefined && atHand === undefined,
  })
  return { event: atHand ?? query.data?.rows[0], query }
}
