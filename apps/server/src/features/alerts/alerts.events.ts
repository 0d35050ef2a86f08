import type { EventRules } from '../../live/event-rules.ts'

export const alertsEvents: EventRules<'alert.added' | 'alerts.changed'> = {
  /** A trigger writes it with the row. */
  'alert.added': { on: ['user'], seenBy: ({ userId }, event) => event.userId === userId },
  /** For the person's other screens. */
  'alerts.changed': {
    on: ['user'],
    seenBy: ({ userId }, event) => event.userId === userId,
  },
}
