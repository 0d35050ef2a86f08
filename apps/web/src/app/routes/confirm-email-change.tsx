import { createRoute } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { confirmEmailChangeSearch } from '../token-of.ts'
import { rootRoute } from './root.tsx'

export const confirmEmailChangeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.confirmEmailChange,
  validateSearch: confirmEmailChangeSearch,
  component: lazyScreen(() => import('../screens/confirm-email-change.tsx'), 'ConfirmEmailChange'),
})
