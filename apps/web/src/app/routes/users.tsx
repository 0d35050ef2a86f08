import { createRoute } from '@tanstack/react-router'
import { accountsSearchOf } from '../../features/accounts/accounts-search.ts'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

/** `q`, `role`: search and filter. `user`: whose details are open. */
export const usersRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.users,
  validateSearch: accountsSearchOf,
  component: lazyScreen(() => import('../screens/accounts.tsx'), 'Accounts'),
})
