import type { EventRules } from '../../../live/event-rules.ts'

export const reportRunsEvents: EventRules<'report_run.changed'> = {
  /** Written by a trigger, for the requester only. */
  'report_run.changed': {
    on: ['user'],
    canSee: ({ userId }, event) => event.userId === userId,
  },
}
