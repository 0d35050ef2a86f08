import { createRoute } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { rootRoute } from './root.tsx'

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.forgotPassword,
  component: lazyScreen(
    () => import('../../features/auth/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
})
