import { getRouteApi, useRouter } from '@tanstack/react-router'
import { SingleSignOnScreen } from '../../features/auth/single-sign-on-screen.tsx'
import { afterSignIn } from '../guard-rules.ts'

const route = getRouteApi('/single-sign-on')

export function SingleSignOn() {
  const { state, code } = route.useSearch()
  const router = useRouter()
  return (
    <SingleSignOnScreen
      state={state}
      code={code}
      onSignedIn={(landing, wanted) => router.history.replace(afterSignIn(landing, wanted))}
    />
  )
}
