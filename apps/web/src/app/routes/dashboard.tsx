import { createRoute } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

export const dashboardRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.dashboard,
  component: lazyScreen(() => import('../../features/dashboards/dashboard-page.tsx'), 'DashboardPage'),
})
