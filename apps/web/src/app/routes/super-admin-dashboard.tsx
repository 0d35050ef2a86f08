import { createRoute } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

export const superAdminDashboardRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.superAdminDashboard,
  component: lazyScreen(() => import('../../features/dashboards/admin-dashboard.tsx'), 'AdminDashboard'),
})
