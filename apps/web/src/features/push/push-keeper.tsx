import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from '../../lib/session/use-session.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { leaveBrowser } from './browser-subscription.ts'
import { keepSubscribed } from './keep-subscribed.ts'
import { canPush } from './push-support.ts'

/** Keeps the notifications of who is signed in on, once the service worker is there, and ends them with the session. */
export function PushKeeper() {
  const me = useQuery({ ...meQuery, enabled: false }).data
  const [userId, sessionId] = [me?.user.id, me?.session.id]
  useEffect(() => {
    if (!canPush() || !userId || !sessionId) return
    const token = sessionStore.get()?.token
    // Without a worker, as in a private window of some browsers, the app works all the same; the settings say what fails.
    navigator.serviceWorker.ready.then(() => keepSubscribed({ userId, sessionId })).catch(() => undefined)
    return () => {
      if (sessionStore.get()?.token !== token) leaveBrowser().catch(() => undefined)
    }
  }, [userId, sessionId])
  return null
}
