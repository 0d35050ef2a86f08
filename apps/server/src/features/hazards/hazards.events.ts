import { can } from '@muster/domain/permission.ts'
import type { EventRules, FeedViewer } from '../../live/event-rules.ts'

const views = ({ role }: FeedViewer) => role !== null && can(role, 'view_hazards')

/** Triggers of the tables write them. */
export const hazardsEvents: EventRules<'hazard.reported' | 'hazard.changed'> = {
  'hazard.reported': { on: ['zone', 'admin'], seenBy: views },
  'hazard.changed': { on: ['zone', 'admin'], seenBy: views },
}
