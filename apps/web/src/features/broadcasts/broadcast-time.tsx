import { Trans } from '@lingui/react/macro'
import type { Broadcast } from '@muster/contract/broadcasts.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

export function BroadcastTime({ broadcast }: { broadcast: Broadcast }) {
  const { state, sentAt, sendAt, createdAt } = broadcast
  if (state === 'recalled') return <Trans>Not sent</Trans>
  if (state === 'scheduled' && sendAt)
    return (
      <Trans>
        Scheduled for <RelativeTime at={sendAt} form="coming" />
      </Trans>
    )
  return <RelativeTime at={sentAt ?? createdAt} />
}
