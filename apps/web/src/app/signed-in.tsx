import '../ui/styles/mantine-signed-in.css'
import { Outlet } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { PushKeeper } from '../features/push/public.tsx'
import { setPersonLanguage } from '../lib/activate-language.ts'
import { DataAge } from '../lib/data-age.tsx'
import { deleteDraftsByOthers } from '../lib/drafts/draft-store.ts'
import { useMe } from '../lib/session/use-session.ts'
import { outbox } from '../offline/device-outbox.ts'
import { LeaveDialog } from '../offline/leave-dialog.tsx'
import { OutboxSender } from '../offline/outbox-sender.tsx'
import { LoadingScreen } from '../ui/states/loading-screen.tsx'
import { features } from './features.ts'
import { AuthGuard } from './guards.tsx'
import { RefetchByClock } from './refetch-by-clock.tsx'
import { SessionFeed } from './session-feed.tsx'
import { unfedQueryKeys } from './unfed-queries.ts'
import { ZoneEffects } from './zone-effects.tsx'

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
