import type { Broadcast } from '@muster/contract/broadcasts.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

/** The time at which the broadcast was or will be sent. */
export function BroadcastTime({ broadcast }: { broadcast: Broadcast }) {
  const { state, sentAt, sendAt, createdAt } = broadcast
  if (state === 'recalled') return <>Never sent</>
  if (state === 'scheduled' && sendAt)
    return (
      <>
        Goes out <RelativeTime at={sendAt} form="coming" />
      </>
    )
  return <RelativeTime at={sentAt ?? createdAt} />
}
