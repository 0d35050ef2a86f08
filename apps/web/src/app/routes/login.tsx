import { createRoute, useRouter } from '@tanstack/react-router'
import { LoginScreen } from '../../features/auth/login-screen.tsx'
import { afterSignIn } from '../guard-rules.ts'
import { innerPath, paths } from '../paths.ts'
import { guestRoute } from './guest.tsx'

export const loginRoute = createRoute({
  getParentRoute: () => guestRoute,
  path: paths.login,
  validateSearch: (search): { from?: string } => ({ from: innerPath(search.from) }),
  component: Login,
})

function Login() {
  const { from } = loginRoute.useSearch()
  const router = useRouter()
  return <LoginScreen onSignedIn={landing => router.history.replace(afterSignIn(landing, from))} />
}
