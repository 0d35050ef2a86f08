import { createRoute } from '@tanstack/react-router'
import { innerPath, paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { signedInRoute } from './signed-in.tsx'

/**
 * Outside the shell. `zone`: the zone somebody chose in a picker and whose PIN is still to be entered. `next`: where to
 * go on once a zone is selected, instead of /dashboard.
 */
export const zoneSelectionRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: paths.zoneSelection,
  validateSearch: (search): { zone?: string; next?: string } => ({
    zone: typeof search.zone === 'string' ? search.zone : undefined,
    next: innerPath(search.next),
  }),
  component: lazyScreen(() => import('../screens/zone-selection.tsx'), 'ZoneSelection'),
})
