import { getRouteApi, useRouter } from '@tanstack/react-router'
import { ResetPasswordScreen } from '../../features/auth/reset-password-screen.tsx'
import { paths } from '../../lib/paths.ts'

const route = getRouteApi('/reset-password')

export function ResetPassword() {
  const { token, invited = false } = route.useSearch()
  const router = useRouter()
  return (
    <ResetPasswordScreen token={token} invited={invited} onDone={() => router.history.replace(paths.login)} />
  )
}
