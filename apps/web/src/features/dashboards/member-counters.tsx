import { IconAlertTriangle, IconHourglass, IconSpeakerphone, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import type { SelectedZone } from '../../lib/session/use-selected-zone.ts'
import { StatCard, StatGrid } from '../../ui/layout/stat-card.tsx'
import { sinceNow } from '../broadcasts/public.ts'
import { useTrackingRequests } from '../sharing/public.ts'

/** The four counters of a member. */
export function MemberCounters({ may, zoneId }: { may: SelectedZone['may']; zoneId: string }) {
  const { query, pendingCount } = useTrackingRequests()
  const pending = query.isSuccess ? pendingCount : query.isError ? null : undefined
  return (
    <StatGrid>
      {may('view_groups') && <GroupCounter zoneId={zoneId} />}
      {may('view_hazards') && <HazardCounter zoneId={zoneId} />}
      {may('view_broadcasts') && <BroadcastCounter zoneId={zoneId} />}
      <StatCard label="Pending Requests" icon={IconHourglass} value={pending} />
    </StatGrid>
  )
}

/** A figure while it loads, and when it could not be loaded. */
const figure = (count: number | undefined, failed: boolean) => count ?? (failed ? null : undefined)

/** How many groups one is in. */
function GroupCounter({ zoneId }: { zoneId: string }) {
  const { data, isError } = useQuery(orpc.groups.count.queryOptions({ input: { zoneId } }))
  return (
    <StatCard
      label="My Groups"
      icon={IconUsersGroup}
      value={figure(data?.mine, isError)}
      hint={data && data.unread > 0 ? `${data.unread} unread` : undefined}
    />
  )
}

function HazardCounter({ zoneId }: { zoneId: string }) {
  const { data, isError } = useQuery(orpc.hazards.count.queryOptions({ input: { zoneId } }))
  return (
    <StatCard
      label="Active Notifications"
      icon={IconAlertTriangle}
      value={figure(data?.open, isError)}
      hint={data && data.overdue > 0 ? `${data.overdue} overdue` : undefined}
    />
  )
}

/** Those of the last seven days. */
function BroadcastCounter({ zoneId }: { zoneId: string }) {
  const { data, isError } = useQuery(
    orpc.broadcasts.statistics.queryOptions({ input: { zoneId, ...sinceNow(7) } }),
  )
  return (
    <StatCard
      label="Recent Broadcasts"
      icon={IconSpeakerphone}
      value={figure(data?.thisWeek, isError)}
      hint="In seven days"
    />
  )
}
