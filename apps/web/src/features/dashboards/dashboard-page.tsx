import { isInternalAdmin } from '@muster/domain/role.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { AdminDashboard } from './admin-dashboard.tsx'
import { MemberDashboard } from './member-dashboard.tsx'

/** Chooses the dashboard: internal admins do not work in a zone and get a dashboard of their own. */
export function DashboardPage() {
  const { profile } = useMe()
  return isInternalAdmin(profile.role) ? <AdminDashboard /> : <MemberDashboard />
}
