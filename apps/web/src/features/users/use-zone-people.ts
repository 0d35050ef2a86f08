import { t } from '@lingui/core/macro'
import type { PresenceFilter, PresenceStatus } from '@muster/contract/presence-word.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useRefetchInterval } from '../../lib/use-refetch-interval.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { type OrderParam, toOrder } from '../../ui/people/people-order.ts'

/**
 * Polling interval of the visible counts, in milliseconds. Events patch the counts, but they drift: an event may follow a response
 * that already includes it, and no event is sent when a person is no longer seen.
 */
const countsRefetchIntervalMs = 15_000

type PeopleOptions = {
  list: 'people' | 'places'
  search?: string | undefined
  presence?: PresenceFilter | undefined
  sort?: OrderParam | undefined
}

/** Minimum interval in milliseconds between refetches of a sorted list, whose events do not say where a row moves. */
const sortedRefetchIntervalMs = 30_000

/** Returns the people of a zone who match the filters, kept up to date by the feed, and the unfiltered counts per presence. */
export function useZonePeople(zoneId: string, { list, search: typedSearch, presence, sort }: PeopleOptions) {
  useFeedTopic(zoneTopic(zoneId))
  const search = useDebouncedText(typedSearch?.trim())
  const order = sort && toOrder(sort)
  const people = usePages(
    orpc.users.inZone,
    { zoneId, list, search, presence, ...order },
    {
      hasLargePages: true,
      ...(order && {
        // Replaces the default `meta`, so it repeats the text of app/read-failures.ts.
        meta: {
          failedTexts: [t`Failed to load zone users`] as const,
          refetchIntervalMs: sortedRefetchIntervalMs,
        },
      }),
    },
  )
  const countsQuery = useQuery({
    ...orpc.users.counts.queryOptions({ input: { zoneId, list } }),
    meta: { hasDeltas: true },
  })
  const matching = useQuery({
    ...orpc.users.counts.queryOptions({ input: { zoneId, list, search } }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
  })
  useRefetchInterval(countsQuery.refetch, { everyMs: countsRefetchIntervalMs })
  const isFiltered = search !== undefined || presence !== undefined
  return {
    people,
    counts: countsQuery.data,
    /** Returns the count for a card: undefined until known, null if it could not be read. */
    figure: (key: 'all' | PresenceStatus) =>
      countsQuery.data?.[key] ?? (countsQuery.isError ? null : undefined),
    /** The number of rows that match the search and filter; undefined until known. */
    total: (search === undefined ? countsQuery : matching).data?.[presence ?? 'all'],
    /** True if the zone has no people at all, regardless of the filters. */
    isEmpty: countsQuery.data ? countsQuery.data.all === 0 : !isFiltered && people.rows?.length === 0,
  }
}
export type ZonePeople = ReturnType<typeof useZonePeople>
