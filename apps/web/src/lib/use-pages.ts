import type { ClientContext } from '@orpc/client'
import type { ProcedureUtils } from '@orpc/tanstack-query'
import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { getStaleSince } from './stale-since.ts'

type Page<Row> = { rows: Row[]; next: string | null }
export type Pages<Row> = InfiniteData<Page<Row>, string | undefined>
type Options<Row> = UseInfiniteQueryOptions<Page<Row>, Error, Pages<Row>, QueryKey, string | undefined>
type Extra<Row> = Pick<Options<Row>, 'enabled' | 'staleTime' | 'refetchInterval' | 'meta'> & {
  /** True for a list that is often read to its end: each page after the first is large, so that even thousands need few requests. */
  hasLargePages?: boolean
}

/** Rows of each page after the first in a list with large pages. */
const laterPageRows = 200

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

/** A list of which all rows can be selected, also those that are not loaded yet. */
export type SelectableList<Row> = ListState<Row> & {
  /** Loads all pages, and returns all rows; undefined for a complete list. */
  readAll?: () => Promise<readonly Row[]>
}

/** Returns the id of the zone that a list belongs to, if any, so that one zone's rows are never shown in place of another's. */
function readZoneId([, options]: QueryKey): string | undefined {
  const input = (options as { input?: { zoneId?: string; ofZone?: string } } | undefined)?.input
  return input?.zoneId ?? input?.ofZone
}

/**
 * Reads a list page by page: `usePages(orpc.zones.all, { search })`. The previous filter's rows stay until the new ones arrive
 * (`isPlaceholderData`), unless they belong to another zone.
 */
export function usePages<Context extends ClientContext, Input, Output extends Page<unknown>, Failure>(
  call: ProcedureUtils<Context, Input, Output, Failure>,
  input: Omit<NonNullable<Input>, 'cursor'>,
  { hasLargePages, ...extra }: Extra<Output['rows'][number]> = {},
) {
  type Row = Output['rows'][number]
  const readInput = (cursor: string | undefined) =>
    ({ ...input, ...(hasLargePages && cursor !== undefined && { limit: laterPageRows }), cursor }) as Input
  const options = {
    ...(call.infiniteOptions({ input: readInput, ...cursorPaging } as never) as object),
    ...extra,
  } as Options<Row>
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
  const client = useQueryClient()
  const readAll = async (): Promise<readonly Row[]> => {
    // A refetch that is running is joined and brings only the pages that were loaded before.
    for (;;) {
      const { pages } = await client.fetchInfiniteQuery<
        Page<Row>,
        Error,
        Page<Row>,
        QueryKey,
        string | undefined
      >({
        ...options,
        getNextPageParam: cursorPaging.getNextPageParam,
        pages: Number.MAX_SAFE_INTEGER,
        staleTime: 0,
      })
      if (!pages.at(-1)?.next) return pages.flatMap(page => page.rows)
    }
  }
  const hasFailed = query.isError && !isFetchNextPageError
  return {
    query,
    rows,
    readOn: loadMore,
    readAll,
    failed: hasFailed,
    error: query.error,
    retry: () => void query.refetch(),
    retrying: isFetching,
    staleSince: hasFailed ? getStaleSince(query) : undefined,
    complete: data !== undefined && !hasNextPage,
  }
}
export type PagedList<Row> = ReturnType<typeof usePages<ClientContext, object, Page<Row>, Error>>
