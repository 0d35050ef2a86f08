import { isInternalAdmin } from '@muster/domain/role.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { AdminDashboard } from './admin-dashboard.tsx'
import { MemberDashboard } from './member-dashboard.tsx'

/** Shows the admin dashboard to internal admins, who do not work in a zone, and the member dashboard to everybody else. */
export function DashboardPage() {
  const { profile } = useMe()
  return isInternalAdmin(profile.role) ? <AdminDashboard /> : <MemberDashboard />
}
