import type { EventRules } from '../../../live/event-rules.ts'

export const reportRunsEvents: EventRules<'report_run.changed'> = {
  /** Published by a trigger. Only the requester may see it. */
  'report_run.changed': {
    on: ['user'],
    canSee: ({ userId }, event) => event.userId === userId,
  },
}
