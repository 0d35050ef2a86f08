import { useCallback, useSyncExternalStore } from 'react'
import { useMe } from '../lib/session/use-session.ts'
import { sessionStore } from '../lib/session-store.ts'
import { outbox } from './device-outbox.ts'

const tokenNow = () => sessionStore.get()?.token

/** Sends what waits of the signed-in person. The session must be the one that said who they are, before every entry. */
export function useSendOutbox(): () => Promise<void> {
  const { userId } = useMe()
  const token = useSyncExternalStore(sessionStore.subscribe, tokenNow)
  return useCallback(
    () => outbox.send(userId, () => token !== undefined && tokenNow() === token),
    [userId, token],
  )
}
