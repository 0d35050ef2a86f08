import { can } from '@muster/domain/permission.ts'
import type { EventRules } from '../../live/event-rules.ts'

/** Functions and triggers of the tables write them, however a change came about. */
export const broadcastsEvents: EventRules<'broadcast.changed' | 'broadcast.progress'> = {
  'broadcast.changed': {
    on: ['zone', 'user', 'admin', 'everyone'],
    /**
     * As row-level security has it: one that waits is for those who may send. Of one that was sent the words may be for others: who
     * does not look after the zone hears that there is something to ask for.
     */
    seenBy({ userId, role }, event) {
      if (userId === event.senderId || (role !== null && can(role, 'broadcast'))) return true
      if (event.state !== 'sent') return false
      return role !== null && can(role, 'view_zone_users') ? true : { ...event, title: '' }
    },
  },
  'broadcast.progress': {
    on: ['zone', 'user'],
    seenBy: ({ role }) => role === null || can(role, 'view_zone_users'),
  },
}
