import { can } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'
import { IconHourglass } from '@tabler/icons-react'
import { StatCard, StatGrid } from '../../ui/layout/stat-card.tsx'
import { useTrackingRequests } from '../sharing/public.ts'
import { ComingCard } from './coming-card.tsx'
import { comingFeatures } from './coming-features.ts'

/** The four counters of a member; those of features that are not there yet have no figure. */
export function MemberCounters({ role }: { role: Role }) {
  const { query, pendingCount } = useTrackingRequests()
  const pending = query.isSuccess ? pendingCount : query.isError ? null : undefined
  return (
    <StatGrid>
      {comingFeatures.map(
        ({ counter, icon, needs }) =>
          counter && can(role, needs) && <ComingCard key={counter} label={counter} icon={icon} />,
      )}
      <StatCard label="Pending Requests" icon={IconHourglass} value={pending} />
    </StatGrid>
  )
}
