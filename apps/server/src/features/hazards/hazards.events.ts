import { type EventRules, type FeedViewer, viewerMay } from '../../live/event-rules.ts'

const views = (viewer: FeedViewer) => viewerMay(viewer, 'view_hazards')

/** Triggers of the tables write them. */
export const hazardsEvents: EventRules<'hazard.reported' | 'hazard.changed'> = {
  'hazard.reported': { on: ['zone', 'admin'], seenBy: views },
  'hazard.changed': { on: ['zone', 'admin'], seenBy: views },
}
