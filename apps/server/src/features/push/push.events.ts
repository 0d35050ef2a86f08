import type { EventRules } from '../../live/event-rules.ts'

export const pushEvents: EventRules<'push.changed'> = {
  /** A trigger writes it, however a subscription comes or goes. */
  'push.changed': { on: ['user'], seenBy: ({ userId }, event) => event.userId === userId },
}
