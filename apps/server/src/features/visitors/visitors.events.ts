import { userTopic, zoneTopic } from '@muster/contract/topic.ts'
import { type EventRules, viewerMay } from '../../live/event-rules.ts'

export const visitorsEvents: EventRules<'visitors.changed'> = {
  'visitors.changed': {
    on: ['zone', 'user'],
    topics: ({ zoneId, hostId }) => [zoneTopic(zoneId), ...(hostId ? [userTopic(hostId)] : [])],
    canSee: (viewer, { hostId }) => hostId === viewer.userId || viewerMay(viewer, 'view_attendance'),
  },
}
