import type { EventRules } from '../../live/event-rules.ts'

export const twoStepEvents: EventRules<'two-step.changed'> = {
  /** Written by a trigger. A session's validity can depend on it. */
  'two-step.changed': {
    on: ['user'],
    canSee: ({ userId }, event) => event.userId === userId,
    forget: ({ sessions }, { userId }) => sessions.forget({ userId }),
  },
}
