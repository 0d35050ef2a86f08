import type { EventRules } from '../../live/event-rules.ts'

export const settingsEvents: EventRules<'data_download.changed'> = {
  /** A trigger writes it. Nobody else learns that somebody asked for their data. */
  'data_download.changed': {
    on: ['user'],
    seenBy: ({ userId }, event) => event.userId === userId,
  },
}
