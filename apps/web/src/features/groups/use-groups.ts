import { zoneTopic } from '@muster/contract/topic.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useFeedTopic } from '../../live/use-feed.ts'

type GroupsFilter = {
  /** Limits the result to groups the user is a member of. */
  mine: boolean
  search?: string | undefined
}

/** Internal admins without a selection get those of all zones. The latest activity comes first; `count` is their number. */
export function useGroups({ mine, search }: GroupsFilter) {
  const { zone, isZoneBound } = useSelectedZone()
  useFeedTopic(zone && zoneTopic(zone.id))
  const filter = { ...(mine && { mine: true as const }), ...(search && { search }) }
  const enabled = zone !== undefined || !isZoneBound
  const list = usePages(
    orpc.groups.list,
    { zoneId: zone?.id, order: 'recent' as const, ...filter },
    { enabled },
  )
  const { data: counts } = useQuery({
    ...orpc.groups.count.queryOptions({ input: { zoneId: zone?.id, ...(search && { search }) } }),
    enabled,
    placeholderData: keepPreviousData,
  })
  return { list, count: mine ? counts?.mine : counts?.all }
}
