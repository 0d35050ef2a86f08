import '../ui/styles/mantine-signed-in.css'
import { Outlet } from '@tanstack/react-router'
import { PushKeeper } from '../features/push/public.tsx'
import { DataAge } from '../lib/data-age.tsx'
import { outbox } from '../offline/device-outbox.ts'
import { LeaveDialog } from '../offline/leave-dialog.tsx'
import { OutboxSender } from '../offline/outbox-sender.tsx'
import { DraftOwner } from './draft-owner.tsx'
import { features } from './features.ts'
import { AuthGuard } from './guards.tsx'
import { LanguageEffect } from './language-effect.tsx'
import { RefetchByClock } from './refetch-by-clock.tsx'
import { SessionFeed } from './session-feed.tsx'
import { TwoStepGuard } from './two-step-guard.tsx'
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
