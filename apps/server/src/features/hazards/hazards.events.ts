import { type EventRules, type FeedViewer, viewerMay } from '../../live/event-rules.ts'

/** As row-level security has it: those who see every hazard of the zone, and reporters, for their own reports. */
const views = (viewer: FeedViewer, { reportedBy }: { readonly reportedBy?: string | null | undefined }) =>
  viewerMay(viewer, 'view_hazards') || (reportedBy === viewer.userId && viewerMay(viewer, 'view_own_hazards'))

/** Triggers of the tables write them. */
export const hazardsEvents: EventRules<'hazard.reported' | 'hazard.changed'> = {
  'hazard.reported': { on: ['zone', 'admin'], seenBy: views },
  'hazard.changed': { on: ['zone', 'admin'], seenBy: views },
}
