import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { staleSince } from './stale-since.ts'

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

/** A list as `List` shows it: read page by page as one scrolls (`usePages`), or all of it at hand (without `query`). */
export type Listed<Row> = {
  /** Undefined until the first page is there. */
  rows: readonly Row[] | undefined
  /** The list itself could not be read; of a further page that failed the end of the list tells. */
  failed: boolean
  error?: Error | null
  retry: () => void
  retrying: boolean
  /** ISO instant of the rows still shown after a reload failed. */
  staleSince: string | undefined
  /** Whether these are all rows there are. */
  complete: boolean
  /** Reads the next page, if there is one and nothing is read already; one that failed is tried again by hand. */
  readOn?: () => void
  query?: Pick<
    PagedList<unknown>['query'],
    'isPlaceholderData' | 'isFetchNextPageError' | 'isFetchingNextPage' | 'fetchNextPage'
  >
}

/** The zone a list is of, if it is of one: rows of another zone are never shown in its place. */
function zoneOf([, options]: QueryKey): string | undefined {
  const input = (options as { input?: { zoneId?: string; ofZone?: string } } | undefined)?.input
  return input?.zoneId ?? input?.ofZone
}

/**
 * A list, read page by page as one scrolls: `List` shows it. The rows of the filter before stay until those of the new
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
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  const failed = query.isError && !isFetchNextPageError
  return {
    query,
    rows,
    readOn,
    failed,
    error: query.error,
    retry: () => void query.refetch(),
    retrying: isFetching,
    staleSince: failed ? staleSince(query) : undefined,
    complete: data !== undefined && !hasNextPage,
  }
}
export type PagedList<Row> = ReturnType<typeof usePages<Row>>
