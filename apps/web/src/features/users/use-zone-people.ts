import { zoneTopic } from '@muster/contract/topic.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useAskedAgain } from '../../lib/use-asked-again.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import type { PresenceFilter } from './zone-user-words.ts'

/**
 * Milliseconds after which the counts are asked again while they show. Events keep them, but not for ever: an answer may know
 * of an event already that is counted when it comes, and who is not seen any more does nothing that could be an event.
 */
const countAgainMs = 15_000

type Wanted = {
  /** Whether the role sees the people of the zone. */
  enabled: boolean
  list: 'people' | 'places'
  search?: string | undefined
  presence?: PresenceFilter | undefined
}

/**
 * The people of a zone who pass the filters, live, and how many there are of each kind whatever the filters. Nothing is asked
 * without a zone or the right to see them.
 */
export function useZonePeople(
  zoneId: string | undefined,
  { enabled, list, search, presence = 'all' }: Wanted,
) {
  const asks = enabled && zoneId !== undefined
  useFeedTopic(asks ? zoneTopic(zoneId) : undefined)
  const wanted = {
    zoneId: zoneId ?? '',
    list,
    search: useSettled(search?.trim()),
    presence: presence === 'all' ? undefined : presence,
  }
  const people = usePages({
    ...orpc.users.inZone.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...wanted, cursor }),
      ...byCursor,
    }),
    enabled: asks,
  })
  const counts = useQuery({
    ...orpc.users.counts.queryOptions({ input: { zoneId: wanted.zoneId, list } }),
    enabled: asks,
  })
  useAskedAgain(counts.refetch, { everyMs: countAgainMs, enabled: asks })
  const isFiltered = wanted.search !== undefined || wanted.presence !== undefined
  return {
    people,
    counts: counts.data,
    /** One of the counts as a card shows it: undefined until known, null when it could not be read. */
    figure: (of: PresenceFilter) => counts.data?.[of] ?? (counts.isError ? null : undefined),
    /** How many rows the list has, where the counts say it. */
    total: wanted.search === undefined ? counts.data?.[presence] : undefined,
    /** Nobody is there at all, whatever the filters. */
    isEmpty: counts.data ? counts.data.all === 0 : !isFiltered && people.rows?.length === 0,
  }
}
export type ZonePeople = ReturnType<typeof useZonePeople>
