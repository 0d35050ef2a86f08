import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.ts'
import { paths } from '../paths.ts'
import { confirmEmailChangeSearch } from '../token-of.ts'
import { rootRoute } from './root.tsx'

export const confirmEmailChangeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.confirmEmailChange,
  validateSearch: confirmEmailChangeSearch,
  component: lazyScreen(() => import('../screens/confirm-email-change.tsx'), 'ConfirmEmailChange'),
})
