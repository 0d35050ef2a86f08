import type { EventRules } from '../../live/event-rules.ts'

export const trackersEvents: EventRules<'tracker.changed'> = {
  /** A trigger writes it, however a tracker is added or removed. */
  'tracker.changed': {
    on: ['user'],
    canSee: ({ userId }, event) => event.userId === userId,
    forget: ({ trackers }, { userId }) => trackers.forgetUser(userId),
  },
}
