import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.ts'
import { innerPath, paths } from '../paths.ts'
import { guestRoute } from './guest.tsx'

export const loginRoute = createRoute({
  getParentRoute: () => guestRoute,
  path: paths.login,
  validateSearch: (search): { from?: string } => ({ from: innerPath(search.from) }),
  component: lazyScreen(() => import('../screens/login.tsx'), 'Login'),
})
