import type { EventRules } from '../../../live/event-rules.ts'

export const twoStepEvents: EventRules<'two-step.changed'> = {
  /** Published by a trigger. Drops cached sessions, because their validity can depend on the second step. */
  'two-step.changed': {
    on: ['user'],
    canSee: ({ userId }, event) => event.userId === userId,
    forget: ({ sessions }, { userId }) => sessions.forget({ userId }),
  },
}
