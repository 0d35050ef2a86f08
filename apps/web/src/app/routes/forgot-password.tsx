import { createRoute } from '@tanstack/react-router'
import { ForgotPasswordScreen } from '../../features/auth/forgot-password-screen.tsx'
import { paths } from '../paths.ts'
import { rootRoute } from './root.tsx'

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.forgotPassword,
  component: ForgotPasswordScreen,
})
