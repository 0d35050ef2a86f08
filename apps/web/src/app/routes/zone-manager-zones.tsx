import { createRoute } from '@tanstack/react-router'
import { ownZonesSearchOf } from '../../features/zones/own-zones-search.ts'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

/** `q`: search. `zone`: whose details are open. */
export const managerZonesRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.managerZones,
  validateSearch: ownZonesSearchOf,
  component: lazyScreen(() => import('../screens/managed-zones.tsx'), 'ManagedZones'),
})
