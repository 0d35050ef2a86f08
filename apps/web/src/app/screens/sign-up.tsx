import { useRouter } from '@tanstack/react-router'
import { SignUpScreen } from '../../features/auth/sign-up-screen.tsx'
import { paths } from '../../lib/paths.ts'

export function SignUp({
  search: { setup, invitation },
}: {
  search: { setup?: string; invitation?: string }
}) {
  const router = useRouter()
  return (
    <SignUpScreen
      setupToken={setup}
      invitation={invitation}
      // If there is no session because the email address must be confirmed first, the guard redirects to /login.
      onDone={() => router.history.replace(setup ? paths.superAdminDashboard : paths.zoneSelection)}
    />
  )
}
