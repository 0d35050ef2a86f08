import type { EventRules } from '../../live/event-rules.ts'

export const consentsEvents: EventRules<'consent.changed'> = {
  /** A trigger writes it. What somebody decided is theirs alone; nodes read anew whether they may be located. */
  'consent.changed': {
    on: ['user'],
    seenBy: ({ userId }, event) => event.userId === userId,
    forget: ({ members }, { userId }) => members.forgetUser(userId),
  },
}
