import '../../ui/styles/mantine-signed-in.css'
import { useRouter } from '@tanstack/react-router'
import { ResetPasswordScreen } from '../../features/auth/reset-password-screen.tsx'
import { paths } from '../../lib/paths.ts'

export function ResetPassword({
  search: { token, invited },
}: {
  search: { token?: string; invited?: true }
}) {
  const router = useRouter()
  return (
    <ResetPasswordScreen
      token={token}
      invited={invited === true}
      onDone={() => router.history.replace(paths.login)}
    />
  )
}
