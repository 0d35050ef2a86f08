import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'

/** One answer of a list. */
type Page<Row> = { rows: Row[]; next: string | null }
/** A list as the cache holds it. */
export type Pages<Row> = InfiniteData<Page<Row>, string | undefined>
type Options<Row> = UseInfiniteQueryOptions<Page<Row>, Error, Pages<Row>, QueryKey, string | undefined>

/** How the pages of a list follow each other: `orpc.zones.all.infiniteOptions({ input, ...byCursor })`. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { next: string | null }) => last.next ?? undefined,
}

/** The zone a list is of, if it is of one: rows of another zone are never shown in its place. */
const zoneOf = ([, how]: QueryKey) => (how as { input?: { zoneId?: string } } | undefined)?.input?.zoneId

/**
 * A list, read page by page as one scrolls: `PagedGrid` shows it. The rows of the filter before stay until those of the new
 * one come (`isPlaceholderData`).
 */
export function usePages<Row>(options: Options<Row>) {
  const scope = zoneOf(options.queryKey)
  const query = useInfiniteQuery({
    ...options,
    placeholderData: (before, of) => (of && zoneOf(of.queryKey) === scope ? before : undefined),
  })
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const rows = useMemo(() => data?.pages.flatMap(page => page.rows), [data])
  /** Reads the next page, if there is one and nothing is read already; one that failed is tried again by hand. */
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  return {
    query,
    /** Undefined until the first page is there. */
    rows,
    readOn,
    /** The list itself could not be read; of a further page that failed the end of the list tells. */
    failed: query.isError && !isFetchNextPageError,
    /** Whether these are all rows there are. */
    complete: data !== undefined && !hasNextPage,
  }
}
export type PagedList<Row> = ReturnType<typeof usePages<Row>>
