import type { EventRules } from '../../live/event-rules.ts'

export const consentsEvents: EventRules<'consent.changed'> = {
  /** Written by a trigger, for the person only. Nodes forget what they cached about them, and whether they may be located. */
  'consent.changed': {
    on: ['user'],
    canSee: ({ userId }, event) => event.userId === userId,
    forget: ({ members }, { userId }) => members.forgetUser(userId),
  },
}
