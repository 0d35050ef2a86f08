import { createRoute } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { tokenOf } from '../token-of.ts'
import { rootRoute } from './root.tsx'

export const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.confirmEmail,
  validateSearch: tokenOf,
  component: lazyScreen(() => import('../screens/confirm-email.tsx'), 'ConfirmEmail'),
})
