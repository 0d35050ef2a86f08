import { can } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'
import { IconAlertTriangle, IconHourglass, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { StatCard, StatGrid } from '../../ui/layout/stat-card.tsx'
import { sinceNow } from '../broadcasts/public.ts'
import { useTrackingRequests } from '../sharing/public.ts'
import { ComingCard } from './coming-card.tsx'
import { comingFeatures } from './coming-features.ts'

/** The four counters of a member; those of features that are not there yet have no figure. */
export function MemberCounters({ role, zoneId }: { role: Role; zoneId: string }) {
  const { query, pendingCount } = useTrackingRequests()
  const pending = query.isSuccess ? pendingCount : query.isError ? null : undefined
  return (
    <StatGrid>
      {comingFeatures.map(
        ({ counter, icon, needs }) =>
          counter && can(role, needs) && <ComingCard key={counter} label={counter} icon={icon} />,
      )}
      {can(role, 'view_hazards') && <HazardCounter zoneId={zoneId} />}
      {can(role, 'view_broadcasts') && <BroadcastCounter zoneId={zoneId} />}
      <StatCard label="Pending Requests" icon={IconHourglass} value={pending} />
    </StatGrid>
  )
}

/** A figure while it loads, and when it could not be loaded. */
const figure = (count: number | undefined, failed: boolean) => count ?? (failed ? null : undefined)

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
