import { Outlet } from '@tanstack/react-router'
import { PushKeeper } from '../features/push/public.tsx'
import { DataAge } from '../lib/data-age.tsx'
import { LeaveDialog } from '../offline/leave-dialog.tsx'
import { OutboxSender } from '../offline/outbox-sender.tsx'
import { AuthGuard } from './guards.tsx'
import { LanguageEffect } from './language-effect.tsx'
import { registerOutboxKinds } from './outbox-kinds.ts'
import { SessionFeed } from './session-feed.tsx'
import { TwoStepGuard } from './two-step-guard.tsx'
import { unfedQueryKeys } from './unfed-queries.ts'
import { ZoneEffects } from './zone-effects.tsx'

registerOutboxKinds()

/** Wraps every signed-in page in the sign-in and two-step guards and the feed, with the effects that run on every page. */
export function SignedIn() {
  return (
    <AuthGuard>
      <TwoStepGuard>
        <SessionFeed>
          <LanguageEffect />
          <ZoneEffects />
          <OutboxSender />
          <PushKeeper />
          <LeaveDialog />
          <DataAge unfed={unfedQueryKeys}>
            <Outlet />
          </DataAge>
        </SessionFeed>
      </TwoStepGuard>
    </AuthGuard>
  )
}
