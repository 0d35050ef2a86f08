import type { EventRules } from '../../live/event-rules.ts'

export const alertsEvents: EventRules<'alert.added' | 'alerts.changed'> = {
  /** A trigger writes this event together with the alert. */
  'alert.added': { on: ['user'], canSee: ({ userId }, event) => event.userId === userId },
  /** Keeps the person's other screens up to date. */
  'alerts.changed': {
    on: ['user'],
    canSee: ({ userId }, event) => event.userId === userId,
  },
}
