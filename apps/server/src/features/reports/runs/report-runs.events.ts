import type { EventRules } from '../../../live/event-rules.ts'

export const reportRunsEvents: EventRules<'report_run.changed'> = {
  /** A trigger writes it, for who asked alone. */
  'report_run.changed': {
    on: ['user'],
    seenBy: ({ userId }, event) => event.userId === userId,
  },
}
