import { createRoute } from '@tanstack/react-router'
import { AdminDashboard } from '../../features/dashboards/admin-dashboard.tsx'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const superAdminDashboardRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.superAdminDashboard,
  component: AdminDashboard,
})
