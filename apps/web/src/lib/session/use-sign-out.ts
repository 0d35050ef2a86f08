import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { api } from '../api.ts'
import { paths } from '../paths.ts'
import { sessionStore } from '../session-store.ts'
import { leaveQuestion } from './leave-question.ts'
import { dispatchClearZoneSelection } from './zone-events.ts'

/**
 * Says first what would be left behind. Then signs out here and in every other tab, forgets the zone and goes to /login. When the server cannot be told, local
 * and session storage are cleared all the same.
 */
export function useSignOut(): () => Promise<void> {
  const router = useRouter()
  const client = useQueryClient()
  return async () => {
    if (!(await leaveQuestion.ask())) return
    sessionStore.leave()
    // Reads that still run, or would begin meanwhile, are refused without the session, and nobody waits for them any more.
    sessionStore.endReading()
    await client.cancelQueries()
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
