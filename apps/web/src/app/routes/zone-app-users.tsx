import { createRoute } from '@tanstack/react-router'
import { appUsersSearchOf } from '../../features/users/app-users-search.ts'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

/** `q`, `presence`: search and filter. `user`: whose details are open. */
export const appUsersRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.appUsers,
  validateSearch: appUsersSearchOf,
  component: lazyScreen(() => import('../screens/app-users.tsx'), 'AppUsers'),
})
