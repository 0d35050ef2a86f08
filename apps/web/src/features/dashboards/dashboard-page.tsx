import { isInternalAdmin } from '@muster/domain/role.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { AdminDashboard } from './admin-dashboard.tsx'
import { MemberDashboard } from './member-dashboard.tsx'

/** Internal admins work in no zone: theirs is the other dashboard. */
export function DashboardPage() {
  const { profile } = useMe()
  return isInternalAdmin(profile.role) ? <AdminDashboard /> : <MemberDashboard />
}
