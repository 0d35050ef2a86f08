import { useRouter } from '@tanstack/react-router'
import { SignUpScreen } from '../../features/auth/sign-up-screen.tsx'
import { paths } from '../../lib/paths.ts'

export function SignUp({
  search: { setup, invitation, join },
}: {
  search: { setup?: string; invitation?: string; join?: string }
}) {
  const router = useRouter()
  return (
    <SignUpScreen
      setupToken={setup}
      invitation={invitation}
      zoneInvitation={join}
      // If there is no session because the email address must be confirmed first, the guard redirects to /login.
      onDone={({ joinedZoneId, hasSession }) => {
        if (setup) return router.history.replace(paths.superAdminDashboard)
        if (joinedZoneId) return router.history.replace(`${paths.zoneSelection}?zone=${joinedZoneId}`)
        // The invitation did not work for the new account: its page says why.
        if (join && hasSession)
          return router.history.replace(`${paths.join}?invitation=${encodeURIComponent(join)}`)
        router.history.replace(paths.zoneSelection)
      }}
    />
  )
}
