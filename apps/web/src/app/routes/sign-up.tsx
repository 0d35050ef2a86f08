import { createRoute, useRouter } from '@tanstack/react-router'
import { SignUpScreen } from '../../features/auth/sign-up-screen.tsx'
import { paths } from '../paths.ts'
import { guestRoute } from './guest.tsx'

export const signUpRoute = createRoute({
  getParentRoute: () => guestRoute,
  path: paths.signUp,
  component: SignUp,
})

function SignUp() {
  const router = useRouter()
  return (
    <SignUpScreen
      // Without a session (the address is to be confirmed first) the guard leads on to /login.
      onDone={() => router.history.replace(paths.zoneSelection)}
    />
  )
}
