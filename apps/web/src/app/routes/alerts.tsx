import { createRoute } from '@tanstack/react-router'
import { notAvailable } from '../not-available.tsx'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const alertsRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.alerts,
  component: notAvailable('Alerts'),
})
