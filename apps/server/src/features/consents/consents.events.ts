import type { EventRules } from '../../live/event-rules.ts'

export const consentsEvents: EventRules<'consent.changed'> = {
  /**
   * Written by a trigger and visible only to the person. Nodes then forget what they cached about the person, including whether
   * they may be located.
   */
  'consent.changed': {
    on: ['user'],
    canSee: ({ userId }, event) => event.userId === userId,
    forget: ({ members }, { userId }) => members.forgetUser(userId),
  },
}
