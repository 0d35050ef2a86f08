import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.ts'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const zoneMapRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.zoneMap,
  component: lazyScreen(() => import('../screens/zone-map.tsx'), 'ZoneMap'),
})
