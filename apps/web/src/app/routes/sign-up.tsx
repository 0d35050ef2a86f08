import { createRoute } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { guestRoute } from './guest.tsx'

export const signUpRoute = createRoute({
  getParentRoute: () => guestRoute,
  path: paths.signUp,
  /** `setup`: the one-time token of a new installation, for the first super admin. */
  validateSearch: (search): { setup?: string } => ({
    setup: search.setup === undefined ? undefined : String(search.setup),
  }),
  component: lazyScreen(() => import('../screens/sign-up.tsx'), 'SignUp'),
})
