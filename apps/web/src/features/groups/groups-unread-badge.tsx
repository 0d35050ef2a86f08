import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { UnreadCount } from '../../ui/badges/unread-count.tsx'

/** Returns the number of the user's groups and of their unread messages in the selected zone, or undefined while they load. */
export function useGroupCounts(): { mine: number; unread: number } | undefined {
  const { zone, may } = useSelectedZone()
  const { data } = useQuery({
    ...orpc.groups.count.queryOptions({ input: { zoneId: zone?.id } }),
    enabled: zone !== undefined && may('view_groups'),
  })
  return data
}

export function GroupsUnreadBadge({ dot }: { dot?: boolean }) {
  return <UnreadCount unread={useGroupCounts()?.unread ?? 0} dot={dot} />
}
