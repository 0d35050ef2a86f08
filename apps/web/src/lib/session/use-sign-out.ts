import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { api } from '../api.ts'
import { paths } from '../paths.ts'
import { sessionStore } from '../session-store.ts'
import { leaveQuestion } from './leave-question.ts'
import { dispatchClearZoneSelection } from './zone-events.ts'

/**
 * Asks for confirmation if anything would be lost. Then signs out here and in every other tab, clears the zone and goes to /login.
 * If the call fails, clears everything stored in this browser except the device token. `from` is where the next sign-in leads.
 */
export function useSignOut(): (from?: string) => Promise<void> {
  const router = useRouter()
  const client = useQueryClient()
  return async from => {
    if (!(await leaveQuestion.confirm())) return
    sessionStore.leave()
    // Pending and new reads would be refused without the session, so they are stopped.
    sessionStore.endReading()
    await client.cancelQueries()
    try {
      await api.auth.signOut()
      sessionStore.clear()
    } catch {
      sessionStore.clearEverything()
    }
    dispatchClearZoneSelection()
    await router.navigate({ to: paths.login, search: from === undefined ? {} : { from } })
  }
}
