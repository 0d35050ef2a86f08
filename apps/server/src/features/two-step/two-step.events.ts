import type { EventRules } from '../../live/event-rules.ts'

export const twoStepEvents: EventRules<'two-step.changed'> = {
  /** A trigger writes it. A session's validity can depend on it. */
  'two-step.changed': {
    on: ['user'],
    canSee: ({ userId }, event) => event.userId === userId,
    forget: ({ sessions }, { userId }) => sessions.forget({ userId }),
  },
}
