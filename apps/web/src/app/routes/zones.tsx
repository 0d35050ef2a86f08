import { createRoute } from '@tanstack/react-router'
import { zonesSearchOf } from '../../features/zones/filter-zones.ts'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

/** `q`, `status`: search and filter. `zone`: whose details are open. */
export const zonesRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.zones,
  validateSearch: zonesSearchOf,
  component: lazyScreen(() => import('../screens/zones.tsx'), 'Zones'),
})
