import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.ts'
import { paths } from '../paths.ts'
import { rootRoute } from './root.tsx'

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.forgotPassword,
  component: lazyScreen(
    () => import('../../features/auth/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
})
