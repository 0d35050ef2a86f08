import { createRoute } from '@tanstack/react-router'
import { AdminDashboard } from '../../features/dashboards/admin-dashboard.tsx'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const superAdminRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.superAdmin,
  component: AdminDashboard,
})
