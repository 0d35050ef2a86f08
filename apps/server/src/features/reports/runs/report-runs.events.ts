import type { EventRules } from '../../../live/event-rules.ts'

export const reportRunsEvents: EventRules<'report_run.changed'> = {
  /** A trigger writes it, for the requester only. */
  'report_run.changed': {
    on: ['user'],
    canSee: ({ userId }, event) => event.userId === userId,
  },
}
