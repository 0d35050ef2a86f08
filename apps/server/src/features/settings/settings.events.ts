import type { EventRules } from '../../live/event-rules.ts'

export const settingsEvents: EventRules<'data_download.changed'> = {
  /** Published by a trigger. Only the person themselves may know that they requested their data. */
  'data_download.changed': {
    on: ['user'],
    canSee: ({ userId }, event) => event.userId === userId,
  },
}
