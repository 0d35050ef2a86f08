import { useRouter } from '@tanstack/react-router'
import { paths } from '../../app/paths.ts'
import { api } from '../api.ts'
import { sessionStore } from '../session-store.ts'
import { dispatchClearZoneSelection } from './zone-events.ts'

/**
 * Signs out here and in every other tab, forgets the zone and goes to /login. When the server cannot be told, local
 * and session storage are cleared all the same.
 */
export function useSignOut(): () => Promise<void> {
  const router = useRouter()
  return async () => {
    sessionStore.leave()
    try {
      await api.auth.signOut()
      sessionStore.clear()
    } catch {
      sessionStore.clearEverything()
    }
    dispatchClearZoneSelection()
    await router.navigate({ to: paths.login, search: {} })
  }
}
