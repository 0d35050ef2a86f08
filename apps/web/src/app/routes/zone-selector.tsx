import { createRoute } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

export const zoneMapRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.zoneMap,
  component: lazyScreen(() => import('../screens/zone-map.tsx'), 'ZoneMap'),
})
