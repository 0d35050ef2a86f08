import type { SecurityEvent } from '@muster/contract/security.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { usePages } from '../../lib/use-pages.ts'
import { type EventFilters, toServerFilter } from './security-search.ts'

export const eventPageSize = 100

/** Milliseconds for which data counts as fresh; short, because people watch this page during incidents. */
export const securityStaleTime = 30_000

/** Fetches the events that match the filters, newest first. Rows of the previous filters stay until the new ones arrive. */
export const useSecurityEvents = (filters: EventFilters) =>
  usePages(
    orpc.security.events,
    { ...toServerFilter(filters), limit: eventPageSize },
    { staleTime: securityStaleTime },
  )

/** If the query has succeeded and `event` is undefined, the log has no such event. */
export function useSecurityEvent(number: number | undefined, rows: readonly SecurityEvent[]) {
  const loadedEvent = rows.find(row => row.number === number)
  const query = useQuery({
    ...orpc.security.events.queryOptions({ input: { number: number ?? 0, limit: 1 } }),
    enabled: number !== undefined && loadedEvent === undefined,
  })
  return { event: loadedEvent ?? query.data?.rows[0], query }
}
