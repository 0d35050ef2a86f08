import type { EventRules } from '../../live/event-rules.ts'

export const settingsEvents: EventRules<'data_download.changed'> = {
  /** A trigger writes it. Nobody else learns that the person requested their data. */
  'data_download.changed': {
    on: ['user'],
    canSee: ({ userId }, event) => event.userId === userId,
  },
}
