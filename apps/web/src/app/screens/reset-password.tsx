import { getRouteApi, useRouter } from '@tanstack/react-router'
import { ResetPasswordScreen } from '../../features/auth/reset-password-screen.tsx'
import { paths } from '../paths.ts'

const route = getRouteApi('/reset-password')

export function ResetPassword() {
  const { token } = route.useSearch()
  const router = useRouter()
  return <ResetPasswordScreen token={token} onDone={() => router.history.replace(paths.login)} />
}
