import { createRoute } from '@tanstack/react-router'
import { innerPath, paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { guestRoute } from './guest.tsx'

export const loginRoute = createRoute({
  getParentRoute: () => guestRoute,
  path: paths.login,
  validateSearch: (search): { from?: string } => ({ from: innerPath(search.from) }),
  component: lazyScreen(() => import('../screens/login.tsx'), 'Login'),
})
