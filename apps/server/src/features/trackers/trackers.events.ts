import type { EventRules } from '../../live/event-rules.ts'

export const trackersEvents: EventRules<'tracker.changed'> = {
  /** A trigger writes it, however a tracker comes or goes. */
  'tracker.changed': {
    on: ['user'],
    seenBy: ({ userId }, event) => event.userId === userId,
    forget: ({ trackers }, { userId }) => trackers.forgetUser(userId),
  },
}
