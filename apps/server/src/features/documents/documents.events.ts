import { type EventRules, viewerMay } from '../../live/event-rules.ts'

/** Says only that there is something to ask for. */
export const documentsEvents: EventRules<'documents.changed'> = {
  'documents.changed': {
    on: ['zone', 'admin'],
    seenBy: viewer => viewer.role === null || viewerMay(viewer, 'view_files'),
  },
}
