import { isInternalAdmin } from '@muster/domain/role.ts'
import { createRoute } from '@tanstack/react-router'
import { AdminDashboard } from '../../features/dashboards/admin-dashboard.tsx'
import { MemberDashboard } from '../../features/dashboards/member-dashboard.tsx'
import { MyZonePresence } from '../../features/presence/my-zone-presence.tsx'
import { UserCodeShare } from '../../features/users/user-code-share.tsx'
import { CapacityBar } from '../../features/zones/capacity-bar.tsx'
import { useMe } from '../../lib/session/use-session.ts'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const dashboardRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.dashboard,
  component: Dashboard,
})

/** Internal admins work in no zone: theirs is the other dashboard. */
function Dashboard() {
  const { profile, fullProfile } = useMe()
  if (isInternalAdmin(profile.role)) return <AdminDashboard />
  return (
    <MemberDashboard
      onboarding={<UserCodeShare userCode={fullProfile?.userCode} />}
      renderZone={zone => (
        <>
          <CapacityBar current={zone.currentOccupancy} max={zone.maxCapacity} />
          <MyZonePresence zoneId={zone.id} recent={3} />
        </>
      )}
    />
  )
}
