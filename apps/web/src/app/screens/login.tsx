import { getRouteApi, useRouter } from '@tanstack/react-router'
import { LoginScreen } from '../../features/auth/login-screen.tsx'
import { afterSignIn } from '../guard-rules.ts'

const route = getRouteApi('/guest/login')

export function Login() {
  const { from } = route.useSearch()
  const router = useRouter()
  return (
    <LoginScreen wanted={from} onSignedIn={landing => router.history.replace(afterSignIn(landing, from))} />
  )
}
