import type { WriteContext } from '../../live/write.ts'
import { broadcastNotSentAlert, broadcastSentAlert, type Obstacle } from './broadcasts.alerts.ts'
import { eligibleResenders } from './broadcasts.audience.ts'
import { broadcastChangedEvent, broadcastsEvents } from './broadcasts.events.ts'
import type { SentBroadcast } from './send-broadcast.ts'
import {
  type DueBroadcast,
  freezeRecipients,
  lockDueBroadcasts,
  recallBroadcast,
  recallScheduledBy,
} from './sending.queries.ts'

export async function releaseBroadcast(
  { tx, publish, alert }: WriteContext,
  broadcast: SentBroadcast,
): Promise<void> {
  await freezeRecipients(tx, broadcast.id)
  alert(broadcastSentAlert(broadcast))
  publish(broadcastsEvents, broadcastChangedEvent({ ...broadcast, state: 'sent' }))
}

/**
 * Each on one node. Recalls one that can no longer be sent and alerts its sender, or without an active account those who can resend
 * it: it would silently reach nobody. Returns the number handled.
 */
export async function releaseDueBroadcasts(its: WriteContext): Promise<number> {
  const { tx, publish, alert } = its
  const dueBroadcasts = await lockDueBroadcasts(tx)
  for (const broadcast of dueBroadcasts) {
    const obstacle = findObstacle(broadcast)
    if (!obstacle) {
      await releaseBroadcast(its, broadcast)
      continue
    }
    await recallBroadcast(tx, broadcast.id)
    const { id, sender_id, has_sender } = broadcast
    alert(
      broadcastNotSentAlert(
        broadcast,
        obstacle,
        has_sender && sender_id ? [sender_id] : eligibleResenders(id),
      ),
    )
    publish(broadcastsEvents, broadcastChangedEvent({ ...broadcast, state: 'recalled' }))
  }
  return dueBroadcasts.length
}

function findObstacle({ has_sender, has_groups, may_send }: DueBroadcast): Obstacle | undefined {
  if (!has_sender) return 'sender inactive'
  if (!has_groups) return 'groups deleted'
  return may_send ? undefined : 'may not send'
}

/** Recalls a person's scheduled broadcasts and alerts the people who can resend them, before the account is deleted. */
export async function recallUserBroadcasts(
  { tx, publish, alert }: WriteContext,
  userId: string,
): Promise<void> {
  for (const broadcast of await recallScheduledBy(tx, userId)) {
    alert(broadcastNotSentAlert(broadcast, 'sender deleted', eligibleResenders(broadcast.id)))
    publish(broadcastsEvents, broadcastChangedEvent(broadcast))
  }
}
