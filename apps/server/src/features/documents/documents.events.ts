import { type EventRules, viewerMay } from '../../live/event-rules.ts'

/** The event only prompts a refetch. */
export const documentsEvents: EventRules<'documents.changed'> = {
  'documents.changed': {
    on: ['zone', 'admin'],
    canSee: viewer => viewer.role === null || viewerMay(viewer, 'view_files'),
  },
}
