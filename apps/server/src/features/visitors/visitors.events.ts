import type { EventOf } from '@muster/contract/feed.ts'
import { userTopic, zoneTopic } from '@muster/contract/topic.ts'
import { type EventRules, viewerMay } from '../../live/event-rules.ts'

export const visitorsEvents: EventRules<'visitors.changed'> = {
  'visitors.changed': {
    on: ['zone', 'user'],
    topics: ({ zoneId, hostId }) => [zoneTopic(zoneId), ...(hostId ? [userTopic(hostId)] : [])],
    canSee: (viewer, { hostId }) => hostId === viewer.userId || viewerMay(viewer, 'view_attendance'),
  },
}

/** Creates the event for a visitor who signed in or was signed out. */
export const visitChanged = (
  {
    id,
    zone_id,
    host_id,
  }: { readonly id: string; readonly zone_id: string; readonly host_id: string | null },
  change: 'signed_in' | 'signed_out',
): EventOf<'visitors.changed'> => ({
  kind: 'visitors.changed',
  zoneId: zone_id,
  hostId: host_id,
  visitId: id,
  change,
})
