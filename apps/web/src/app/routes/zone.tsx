import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

export const zoneRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: '/zones/$zoneId',
  component: lazyScreen(() => import('../screens/zone.tsx'), 'ZoneById'),
})
