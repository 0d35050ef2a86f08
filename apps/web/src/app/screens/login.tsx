import { useRouter } from '@tanstack/react-router'
import { LoginScreen } from '../../features/auth/login-screen.tsx'
import { getPathAfterSignIn } from '../guard-rules.ts'

export function Login({ search: { from } }: { search: { from?: string } }) {
  const router = useRouter()
  return (
    <LoginScreen
      requested={from}
      onSignedIn={landing => router.history.replace(getPathAfterSignIn(landing, from))}
    />
  )
}
