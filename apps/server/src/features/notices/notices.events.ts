import type { EventRules } from '../../live/event-rules.ts'

export const noticesEvents: EventRules<'notices.changed'> = {
  'notices.changed': { on: ['user'], canSee: ({ userId }, event) => event.userId === userId },
}
