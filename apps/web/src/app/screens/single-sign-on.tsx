import { useRouter } from '@tanstack/react-router'
import { SingleSignOnScreen } from '../../features/auth/single-sign-on-screen.tsx'
import { getPathAfterSignIn } from '../guard-rules.ts'

export function SingleSignOn({ search: { state, code } }: { search: { state: string; code: string } }) {
  const router = useRouter()
  return (
    <SingleSignOnScreen
      state={state}
      code={code}
      onSignedIn={(landing, requested) => router.history.replace(getPathAfterSignIn(landing, requested))}
    />
  )
}
