import type { EventOf } from '@muster/contract/feed.ts'
import { adminTopic, everyoneTopic, userTopic, zoneTopic } from '@muster/contract/topic.ts'
import type { BroadcastPriority, broadcastStates } from '@muster/domain/broadcast.ts'
import { type EventRules, viewerMay } from '../../live/event-rules.ts'
import type { BroadcastRow } from './broadcasts.queries.ts'

export const broadcastsEvents: EventRules<'broadcast.changed' | 'broadcast.progress'> = {
  'broadcast.changed': {
    on: ['zone', 'user', 'admin', 'everyone'],
    /** Publishes to the zone's topic or, for a broadcast to all zones, to `everyone`, and also to the admins and the sender. */
    topics: ({ zoneId, senderId }) => [
      zoneId === null ? everyoneTopic : zoneTopic(zoneId),
      adminTopic,
      ...(senderId === null ? [] : [userTopic(senderId)]),
    ],
    /**
     * Mirrors row-level security. Viewers who may not see the zone's people get a sent one without title, as a prompt to refetch.
     */
    canSee(viewer, event) {
      if (viewer.userId === event.senderId || viewerMay(viewer, 'broadcast')) return true
      if (event.state !== 'sent') return false
      return viewerMay(viewer, 'view_zone_users') ? true : { ...event, title: '' }
    },
  },
  /** Written by a trigger, because delivering or pushing an alert changes the recipient's state too. */
  'broadcast.progress': {
    on: ['zone', 'user'],
    canSee: viewer => viewer.role === null || viewerMay(viewer, 'view_zone_users'),
  },
}

type ChangedBroadcast = Pick<BroadcastRow, 'id' | 'zone_id' | 'sender_id' | 'title' | 'priority' | 'state'>

/** Creates the event with a broadcast's current state. `reminded` means that no new broadcast was sent. */
export const broadcastChangedEvent = (
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
