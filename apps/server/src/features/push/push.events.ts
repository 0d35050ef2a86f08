import type { EventRules } from '../../live/event-rules.ts'

export const pushEvents: EventRules<'push.changed'> = {
  /** Written by a trigger whenever a subscription is added or removed. */
  'push.changed': { on: ['user'], canSee: ({ userId }, event) => event.userId === userId },
}
