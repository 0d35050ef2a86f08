import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { getStaleSince } from './stale-since.ts'

/** One page of a list. */
type Page<Row> = { rows: Row[]; next: string | null }
/** A list as stored in the cache. */
export type Pages<Row> = InfiniteData<Page<Row>, string | undefined>
type Options<Row> = UseInfiniteQueryOptions<Page<Row>, Error, Pages<Row>, QueryKey, string | undefined>

/** The paging options of a list: `orpc.zones.all.infiniteOptions({ input, ...cursorPaging })`. */
export const cursorPaging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (lastPage: { next: string | null }) => lastPage.next ?? undefined,
}

/** A list as shown by `List`: either loaded page by page on scrolling (`usePages`), or complete (without `query`). */
export type ListState<Row> = {
  /** Undefined until the first page has loaded. */
  rows: readonly Row[] | undefined
  /** True if the list itself could not be loaded. A later page that failed is reported at the end of the list. */
  failed: boolean
  error?: Error | null
  retry: () => void
  retrying: boolean
  /** ISO instant of the rows still shown after a refetch failed. */
  staleSince: string | undefined
  /** True if there are no further rows. */
  complete: boolean
  /** Loads the next page, unless there is none or one is loading; a failed page is retried manually. */
  readOn?: () => void
  query?: Pick<
    PagedList<unknown>['query'],
    'isPlaceholderData' | 'isFetchNextPageError' | 'isFetchingNextPage' | 'fetchNextPage'
  >
}

/** Returns the id of the zone that a list belongs to, if any, so that one zone's rows are never shown in place of another's. */
function readZoneId([, options]: QueryKey): string | undefined {
  const input = (options as { input?: { zoneId?: string; ofZone?: string } } | undefined)?.input
  return input?.zoneId ?? input?.ofZone
}

/**
 * Loads a list page by page on scrolling, for `List`. The previous filter's rows stay until the new ones arrive
 * (`isPlaceholderData`), unless they belong to another zone.
 */
export function usePages<Row>(options: Options<Row>) {
  const zoneId = readZoneId(options.queryKey)
  const query = useInfiniteQuery({
    ...options,
    placeholderData: (previousData, previousQuery) =>
      previousQuery && readZoneId(previousQuery.queryKey) === zoneId ? previousData : undefined,
  })
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const rows = useMemo(() => data?.pages.flatMap(page => page.rows), [data])
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  const hasFailed = query.isError && !isFetchNextPageError
  return {
    query,
    rows,
    readOn: loadMore,
    failed: hasFailed,
    error: query.error,
    retry: () => void query.refetch(),
    retrying: isFetching,
    staleSince: hasFailed ? getStaleSince(query) : undefined,
    complete: data !== undefined && !hasNextPage,
  }
}
export type PagedList<Row> = ReturnType<typeof usePages<Row>>
