import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.ts'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

export const zoneUsersRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.zoneUsers,
  validateSearch: (search): { q?: string } => ({
    q: typeof search.q === 'string' && search.q !== '' ? search.q : undefined,
  }),
  component: lazyScreen(() => import('../screens/zone-users.tsx'), 'ZoneUsers'),
})
