import { type EventRules, viewerMay } from '../../live/event-rules.ts'

/** Triggers of the tables write it: it says only that there is something to ask for. */
export const documentsEvents: EventRules<'documents.changed'> = {
  'documents.changed': {
    on: ['zone', 'admin'],
    seenBy: viewer => viewer.role === null || viewerMay(viewer, 'view_files'),
  },
}
