import { createRoute, useRouter } from '@tanstack/react-router'
import { SignUpScreen } from '../../features/auth/sign-up-screen.tsx'
import { paths } from '../paths.ts'
import { guestRoute } from './guest.tsx'

export const signUpRoute = createRoute({
  getParentRoute: () => guestRoute,
  path: paths.signUp,
  /** `setup`: the one-time token of a new installation, for the first super admin. */
  validateSearch: (search): { setup?: string } => ({
    setup: search.setup === undefined ? undefined : String(search.setup),
  }),
  component: SignUp,
})

function SignUp() {
  const { setup } = signUpRoute.useSearch()
  const router = useRouter()
  return (
    <SignUpScreen
      setupToken={setup}
      // Without a session (the address is to be confirmed first) the guard leads on to /login.
      onDone={() => router.history.replace(setup ? paths.superAdminDashboard : paths.zoneSelection)}
    />
  )
}
