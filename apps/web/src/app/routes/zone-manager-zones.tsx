import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.ts'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

/** `zone`: whose details are open. */
export const managerZonesRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.managerZones,
  validateSearch: (search): { zone?: string } => ({
    zone: typeof search.zone === 'string' ? search.zone : undefined,
  }),
  component: lazyScreen(() => import('../screens/managed-zones.tsx'), 'ManagedZones'),
})
