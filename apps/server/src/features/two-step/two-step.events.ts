import type { EventRules } from '../../live/event-rules.ts'

export const twoStepEvents: EventRules<'two-step.changed'> = {
  /** A trigger writes it. Whether a session may be used can depend on it. */
  'two-step.changed': {
    on: ['user'],
    seenBy: ({ userId }, event) => event.userId === userId,
    forget: ({ sessions }, { userId }) => sessions.forget({ userId }),
  },
}
