import { useCallback, useSyncExternalStore } from 'react'
import { useMe } from '../lib/session/use-session.ts'
import { sessionStore } from '../lib/session-store.ts'
import { outbox } from './device-outbox.ts'

const getToken = () => sessionStore.get()?.token

/** Returns a function that sends the signed-in person's queued entries, as long as the session is still the same. */
export function useSendOutbox(): () => Promise<void> {
  const { userId } = useMe()
  const token = useSyncExternalStore(sessionStore.subscribe, getToken)
  return useCallback(
    () => outbox.send(userId, () => token !== undefined && getToken() === token),
    [userId, token],
  )
}
