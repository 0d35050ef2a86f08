import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from '../../lib/session/use-session.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { unsubscribeBrowser } from './browser-subscription.ts'
import { canPush } from './push-support.ts'
import { renewSubscription } from './renew-subscription.ts'

/** Keeps notifications on for the signed-in person, once the service worker is ready, and ends them with the session. */
export function PushKeeper() {
  const me = useQuery({ ...meQuery, enabled: false }).data
  const [userId, sessionId] = [me?.user.id, me?.session.id]
  useEffect(() => {
    if (!canPush() || !userId || !sessionId) return
    const token = sessionStore.get()?.token
    // Without a worker, as in private windows of some browsers, the app still works; the settings show the failure.
    navigator.serviceWorker.ready.then(() => renewSubscription({ userId, sessionId })).catch(() => undefined)
    return () => {
      if (sessionStore.get()?.token !== token) unsubscribeBrowser().catch(() => undefined)
    }
  }, [userId, sessionId])
  return null
}
