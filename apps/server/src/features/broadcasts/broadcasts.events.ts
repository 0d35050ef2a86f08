import { type EventRules, viewerMay } from '../../live/event-rules.ts'

/** Functions and triggers of the tables write them, however a change came about. */
export const broadcastsEvents: EventRules<'broadcast.changed' | 'broadcast.progress'> = {
  'broadcast.changed': {
    on: ['zone', 'user', 'admin', 'everyone'],
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
  'broadcast.progress': {
    on: ['zone', 'user'],
    seenBy: viewer => viewer.role === null || viewerMay(viewer, 'view_zone_users'),
  },
}
