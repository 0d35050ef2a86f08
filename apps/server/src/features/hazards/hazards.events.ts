import type { EventOf } from '@muster/contract/feed.ts'
import type { HazardSeverity, HazardStatus } from '@muster/domain/hazard.ts'
import { type EventRules, type FeedViewer, viewerMay } from '../../live/event-rules.ts'
import type { HazardRow } from './hazards.queries.ts'

/** Mirrors row-level security: a hazard is visible to people who may see every hazard in the zone, and to its reporter. */
const canViewHazard = (
  viewer: FeedViewer,
  { reportedBy }: { readonly reportedBy?: string | null | undefined },
) =>
  viewerMay(viewer, 'view_hazards') || (reportedBy === viewer.userId && viewerMay(viewer, 'view_own_hazards'))

export const hazardsEvents: EventRules<'hazard.reported' | 'hazard.changed'> = {
  'hazard.reported': { on: ['zone', 'admin'], canSee: canViewHazard },
  'hazard.changed': { on: ['zone', 'admin'], canSee: canViewHazard },
}

type ChangedHazard = Pick<HazardRow, 'id' | 'zone_id' | 'title' | 'severity' | 'status' | 'reported_by'>

/** Creates the event with a hazard's current state. */
export const hazardChanged = (
  { id, zone_id, title, severity, status, reported_by }: ChangedHazard,
  change: EventOf<'hazard.changed'>['change'],
): EventOf<'hazard.changed'> => ({
  kind: 'hazard.changed',
  zoneId: zone_id,
  hazardId: id,
  title,
  severity: severity as HazardSeverity,
  status: status as HazardStatus,
  reportedBy: reported_by,
  change,
})
