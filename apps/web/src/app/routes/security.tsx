import { createRoute } from '@tanstack/react-router'
import { securitySearchOf } from '../../features/security/security-search.ts'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { inShellRoute } from './in-shell.tsx'

/** `section`: which part is open; the filters of the events; `event`, `notice`: whose details are open. */
export const securityRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.security,
  validateSearch: securitySearchOf,
  component: lazyScreen(() => import('../screens/security.tsx'), 'Security'),
})
