import type { PresenceWord } from '@muster/contract/presence-word.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useAskedAgain } from '../../lib/use-asked-again.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { useFeedTopic } from '../../live/use-feed.ts'

/**
 * Milliseconds after which the counts are asked again while they show. Events keep them, but not for ever: an answer may know
 * of an event already that is counted when it comes, and who is not seen any more does nothing that could be an event.
 */
const countAgainMs = 15_000

type Wanted = {
  list: 'people' | 'places'
  search?: string | undefined
  presence?: PresenceWord | undefined
}

/** The people of a zone who pass the filters, live, and how many there are of each kind whatever the filters. */
export function useZonePeople(zoneId: string, { list, search: typed, presence }: Wanted) {
  useFeedTopic(zoneTopic(zoneId))
  const search = useSettled(typed?.trim())
  const people = usePages(
    orpc.users.inZone.infiniteOptions({
      input: (cursor: string | undefined) => ({ zoneId, list, search, presence, cursor }),
      ...byCursor,
    }),
  )
  const counts = useQuery(orpc.users.counts.queryOptions({ input: { zoneId, list } }))
  useAskedAgain(counts.refetch, { everyMs: countAgainMs })
  const isFiltered = search !== undefined || presence !== undefined
  return {
    people,
    counts: counts.data,
    /** One of the counts as a card shows it: undefined until known, null when it could not be read. */
    figure: (of: 'all' | PresenceWord) => counts.data?.[of] ?? (counts.isError ? null : undefined),
    /** The number of rows in the list, as far as the counts tell. */
    total: search === undefined ? counts.data?.[presence ?? 'all'] : undefined,
    /** Nobody is there at all, whatever the filters. */
    isEmpty: counts.data ? counts.data.all === 0 : !isFiltered && people.rows?.length === 0,
  }
}
export type ZonePeople = ReturnType<typeof useZonePeople>
