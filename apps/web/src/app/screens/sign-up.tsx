import { getRouteApi, useRouter } from '@tanstack/react-router'
import { SignUpScreen } from '../../features/auth/sign-up-screen.tsx'
import { paths } from '../../lib/paths.ts'

const route = getRouteApi('/guest/signup')

export function SignUp() {
  const { setup } = route.useSearch()
  const router = useRouter()
  return (
    <SignUpScreen
      setupToken={setup}
      // Without a session (the address is to be confirmed first) the guard leads on to /login.
      onDone={() => router.history.replace(setup ? paths.superAdminDashboard : paths.zoneSelection)}
    />
  )
}
