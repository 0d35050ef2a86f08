import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react'
import { offerUpdate } from '../installed/update-notice.tsx'
import { orpc } from '../lib/api.ts'
import { useMe } from '../lib/session/use-session.ts'
import { sessionStore } from '../lib/session-store.ts'
import { FeedProvider } from '../live/feed-provider.tsx'
import { noticeLayer } from '../ui/toast/notice-layer.ts'
import { liveHandlers } from './live-handlers.ts'

const expireSession = (token: string) => sessionStore.expire(token)

/** Signs out when the server ends the session, refetches the profile when a second step is due, and offers updates. */
export function SessionFeed({ children }: { children: ReactNode }) {
  const { userId } = useMe()
  const token = useSyncExternalStore(sessionStore.subscribe, () => sessionStore.get()?.token ?? '')
  const client = useQueryClient()
  // Toasts of one session must not reach the next person who signs in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another token is another session
  useEffect(() => noticeLayer.forgetWaiting, [token])
  // The refetched profile says that a second step is due.
  const refetchMe = useCallback(() => {
    void client.invalidateQueries({ queryKey: orpc.auth.me.key() })
  }, [client])
  return (
    <FeedProvider
      token={token}
      userId={userId}
      handlers={liveHandlers}
      onSignedOut={expireSession}
      onTwoStepDue={refetchMe}
      onOutdated={offerUpdate}
    >
      {children}
    </FeedProvider>
  )
}
