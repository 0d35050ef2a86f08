import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { isNotFound } from '../../lib/error-text.ts'
import { getStaleSince } from '../../lib/stale-since.ts'

/** While `isUnknown`, nobody may claim that the zone is empty; a refusal means that the reader may not know of visitors. */
export function useVisitorsInside(zoneId: string) {
  const query = useQuery(orpc.visitors.counts.queryOptions({ input: { zoneId } }))
  const isMissing = query.data === undefined
  return {
    inside: query.data?.inside ?? 0,
    isUnknown: isMissing && !isNotFound(query.error),
    /** True if the number could not be read, or not again: then `staleSince` is the time of the number shown. */
    failed: query.isError && !isNotFound(query.error),
    staleSince: getStaleSince(query),
    error: query.error,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
  }
}
