import { createRoute } from '@tanstack/react-router'
import type { ZoneUsersSearch } from '../../features/users/zone-users-page.tsx'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

/** `q`: search. `user`: whose details are open. `tab`: the requests instead of the users. */
export const zoneUsersRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.zoneUsers,
  validateSearch: (search): ZoneUsersSearch => ({
    q: typeof search.q === 'string' && search.q !== '' ? search.q : undefined,
    tab: search.tab === 'requests' ? search.tab : undefined,
    user: typeof search.user === 'string' ? search.user : undefined,
  }),
  component: lazyScreen(() => import('../screens/zone-users.tsx'), 'ZoneUsers'),
})
