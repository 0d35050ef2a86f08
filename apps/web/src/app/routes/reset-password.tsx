import { createRoute } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { tokenOf } from '../token-of.ts'
import { rootRoute } from './root.tsx'

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.resetPassword,
  // `invited`: of who was given an account.
  validateSearch: (search): { token?: string; invited?: true } => ({
    ...tokenOf(search),
    ...(search.invited === 1 && { invited: true as const }),
  }),
  component: lazyScreen(() => import('../screens/reset-password.tsx'), 'ResetPassword'),
})
