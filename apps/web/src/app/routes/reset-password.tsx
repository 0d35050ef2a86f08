import { createRoute, useRouter } from '@tanstack/react-router'
import { ResetPasswordScreen } from '../../features/auth/reset-password-screen.tsx'
import { paths } from '../paths.ts'
import { tokenOf } from '../token-of.ts'
import { rootRoute } from './root.tsx'

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.resetPassword,
  validateSearch: tokenOf,
  component: ResetPassword,
})

function ResetPassword() {
  const { token } = resetPasswordRoute.useSearch()
  const router = useRouter()
  return <ResetPasswordScreen token={token} onDone={() => router.history.replace(paths.login)} />
}
