import { can } from '@muster/domain/permission.ts'
import type { EventRules } from '../../live/event-rules.ts'

/** Triggers of the tables write it: it says only that there is something to ask for. */
export const documentsEvents: EventRules<'documents.changed'> = {
  'documents.changed': {
    on: ['zone', 'admin'],
    seenBy: ({ role }) => role === null || can(role, 'view_files'),
  },
}
