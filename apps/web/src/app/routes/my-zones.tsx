import { createRoute } from '@tanstack/react-router'
import { ownZonesSearchOf } from '../../features/zones/own-zones-search.ts'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

/** `q`: search. `zone`: whose details are open. */
export const myZonesRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.myZones,
  validateSearch: ownZonesSearchOf,
  component: lazyScreen(() => import('../screens/my-zones.tsx'), 'MyZones'),
})
