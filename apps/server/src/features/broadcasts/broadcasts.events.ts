import type { EventOf } from '@muster/contract/feed.ts'
import { adminTopic, everyoneTopic, userTopic, zoneTopic } from '@muster/contract/topic.ts'
import type { BroadcastPriority, broadcastStates } from '@muster/domain/broadcast.ts'
import { type EventRules, viewerMay } from '../../live/event-rules.ts'
import type { BroadcastRow } from './broadcasts.queries.ts'

export const broadcastsEvents: EventRules<'broadcast.changed' | 'broadcast.progress'> = {
  'broadcast.changed': {
    on: ['zone', 'user', 'admin', 'everyone'],
    /** `everyone` for one to all zones; `user` is its sender. */
    topics: ({ zoneId, senderId }) => [
      zoneId === null ? everyoneTopic : zoneTopic(zoneId),
      adminTopic,
      ...(senderId === null ? [] : [userTopic(senderId)]),
    ],
    /**
     * As row-level security has it: one that waits is for those who may send. Of one that was sent the words may be for others: who
     * does not look after the zone hears that there is something to ask for.
     */
    seenBy(viewer, event) {
      if (viewer.userId === event.senderId || viewerMay(viewer, 'broadcast')) return true
      if (event.state !== 'sent') return false
      return viewerMay(viewer, 'view_zone_users') ? true : { ...event, title: '' }
    },
  },
  /** A trigger writes it: recipients are changed by alerts that are delivered and pushed as well. */
  'broadcast.progress': {
    on: ['zone', 'user'],
    seenBy: viewer => viewer.role === null || viewerMay(viewer, 'view_zone_users'),
  },
}

type ChangedBroadcast = Pick<BroadcastRow, 'id' | 'zone_id' | 'sender_id' | 'title' | 'priority' | 'state'>

/** The event about a broadcast as it is now. `reminded`: nothing new was sent. */
export const broadcastChanged = (
  { id, zone_id, sender_id, title, priority, state }: ChangedBroadcast,
  { reminded = false } = {},
): EventOf<'broadcast.changed'> => ({
  kind: 'broadcast.changed',
  zoneId: zone_id,
  broadcastId: id,
  senderId: sender_id,
  title,
  priority: priority as BroadcastPriority,
  state: state as (typeof broadcastStates)[number],
  reminded,
})
