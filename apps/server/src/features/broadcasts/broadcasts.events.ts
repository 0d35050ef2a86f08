import { can } from '@muster/domain/permission.ts'
import type { EventRules } from '../../live/event-rules.ts'

/** Functions and triggers of the tables write them, however a change came about. */
export const broadcastsEvents: EventRules<'broadcast.changed' | 'broadcast.progress'> = {
  'broadcast.changed': {
    on: ['zone', 'user', 'admin', 'everyone'],
    /** Its words may be for others: who does not look after the zone hears that there is something to ask for. */
    seenBy({ role }, event) {
      if (role !== null && can(role, 'view_zone_users')) return true
      return event.state === 'scheduled' ? false : { ...event, title: '' }
    },
  },
  'broadcast.progress': {
    on: ['zone', 'user'],
    seenBy: ({ role }) => role === null || can(role, 'view_zone_users'),
  },
}
