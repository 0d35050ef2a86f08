import type { EventRules } from '../../live/event-rules.ts'

export const trackersEvents: EventRules<'tracker.changed'> = {
  /** Published by a trigger whenever a tracker is added, changed or removed. */
  'tracker.changed': {
    on: ['user'],
    canSee: ({ userId }, event) => event.userId === userId,
    forget: ({ trackers }, { userId }) => trackers.forgetAbout(userId),
  },
}
