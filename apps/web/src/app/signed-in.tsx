import '../ui/styles/mantine-signed-in.css'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { PushKeeper } from '../features/push/public.tsx'
import { offerUpdate } from '../installed/update-notice.tsx'
import { setPersonLanguage } from '../lib/activate-language.ts'
import { orpc } from '../lib/api.ts'
import { connectionStore } from '../lib/connection-store.ts'
import { DataAge } from '../lib/data-age.tsx'
import { deleteDraftsByOthers } from '../lib/drafts/draft-store.ts'
import { useMe } from '../lib/session/use-session.ts'
import { sessionStore } from '../lib/session-store.ts'
import { FeedProvider } from '../live/feed-provider.tsx'
import { outbox } from '../offline/device-outbox.ts'
import { LeaveDialog } from '../offline/leave-dialog.tsx'
import { OutboxSender } from '../offline/outbox-sender.tsx'
import { LoadingScreen } from '../ui/states/loading-screen.tsx'
import { useNow } from '../ui/time/use-now.ts'
import { noticeLayer } from '../ui/toast/notice-layer.ts'
import { features } from './features.ts'
import { AuthGuard } from './guards.tsx'
import { liveHandlers } from './live-handlers.ts'
import { unfedQueryKeys } from './unfed-queries.ts'
import { ZoneEffects } from './zone-effects.tsx'

const expireSession = (token: string) => sessionStore.expire(token)

/** Signs out when the server ends the session, refetches the profile when a second step is due, and offers updates. */
function SessionFeed({ children }: { children: ReactNode }) {
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

/** Days begin at a multiple of this (ms) in every time zone. */
const intervalMs = 15 * 60_000
const keys = features.flatMap(({ refetchByClock }) => refetchByClock ?? [])

/** A day begins without an event. Waits while the page is hidden or not live, and then refetches once. */
export function RefetchByClock() {
  const client = useQueryClient()
  const interval = Math.floor(useNow() / intervalMs)
  const { state } = useSyncExternalStore(connectionStore.subscribe, connectionStore.get)
  const canRefetch = state === 'live' && document.visibilityState === 'visible'
  const lastInterval = useRef(interval)
  useEffect(() => {
    if (!canRefetch || interval === lastInterval.current) return
    lastInterval.current = interval
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }, [client, interval, canRefetch])
  return null
}

const outboxKinds = features.flatMap(feature => feature.outbox ?? [])
for (const kind of outboxKinds) outbox.register(kind)

export function SignedIn() {
  return (
    <AuthGuard>
      <DraftOwner />
      <TwoStepGuard>
        <SessionFeed>
          <LanguageEffect />
          <ZoneEffects />
          <RefetchByClock />
          <OutboxSender />
          <PushKeeper />
          <LeaveDialog kinds={outboxKinds} />
          <DataAge unfed={unfedQueryKeys}>
            <Outlet />
          </DataAge>
        </SessionFeed>
      </TwoStepGuard>
    </AuthGuard>
  )
}

/** Deletes the drafts of everybody else who has used this device, because this person has signed in. */
function DraftOwner() {
  const { userId } = useMe()
  useEffect(() => deleteDraftsByOthers(userId), [userId])
  return null
}

/** Happens once, because it may reload the page: a change elsewhere applies at the next start and interrupts nobody's typing. */
function LanguageEffect() {
  const { fullProfile: profile } = useMe()
  const hasApplied = useRef(false)
  useEffect(() => {
    if (!profile || hasApplied.current) return
    hasApplied.current = true
    setPersonLanguage(profile)
  }, [profile])
  return null
}

const TwoStepDue = lazy(() =>
  import('../features/two-step/two-step-due.tsx').then(it => ({ default: it.TwoStepDue })),
)

/** The server and the feed refuse everything else until the second step is set up. */
function TwoStepGuard({ children }: { children: ReactNode }) {
  const { due } = useMe().twoStep
  if (!due) return children
  return (
    <Suspense fallback={<LoadingScreen />}>
      <TwoStepDue />
    </Suspense>
  )
}
