import type { FeedEventKind } from '@muster/contract/feed.ts'
import { alertsEvents } from '../features/alerts/alerts.events.ts'
import { authEvents } from '../features/auth/auth.events.ts'
import { broadcastsEvents } from '../features/broadcasts/broadcasts.events.ts'
import { consentsEvents } from '../features/consents/consents.events.ts'
import { documentsEvents } from '../features/documents/documents.events.ts'
import { groupsEvents } from '../features/groups/groups.events.ts'
import { hazardsEvents } from '../features/hazards/hazards.events.ts'
import { mapsEvents } from '../features/maps/maps.events.ts'
import { organisationsEvents } from '../features/organisations/organisations.events.ts'
import { presenceEvents } from '../features/presence/presence.events.ts'
import { sharingEvents } from '../features/presence/sharing/sharing.events.ts'
import { pushEvents } from '../features/push/push.events.ts'
import { reportRunsEvents } from '../features/reports/runs/report-runs.events.ts'
import { settingsEvents } from '../features/settings/settings.events.ts'
import { shiftsEvents } from '../features/shifts/shifts.events.ts'
import { trackersEvents } from '../features/trackers/trackers.events.ts'
import { twoStepEvents } from '../features/two-step/two-step.events.ts'
import { usersEvents } from '../features/users/users.events.ts'
import { zonesEvents } from '../features/zones/zones.events.ts'
import type { EventRules } from '../live/event-rules.ts'

/** Every event there is; the type asks for a rule for each kind of the contract. */
export const eventRules: EventRules<FeedEventKind> = {
  ...presenceEvents,
  ...sharingEvents,
  ...usersEvents,
  ...zonesEvents,
  ...organisationsEvents,
  ...authEvents,
  ...mapsEvents,
  ...trackersEvents,
  ...pushEvents,
  ...twoStepEvents,
  ...settingsEvents,
  ...reportRunsEvents,
  ...consentsEvents,
  ...hazardsEvents,
  ...broadcastsEvents,
  ...groupsEvents,
  ...documentsEvents,
  ...alertsEvents,
  ...shiftsEvents,
}

/** The kinds that are kept for a moment only. */
export const passingEvents = Object.entries(eventRules).flatMap(([kind, rule]) => (rule.passing ? kind : []))

/** The kinds that make something old which nodes hold in memory. */
export const forgettingEvents = Object.entries(eventRules).flatMap(([kind, rule]) =>
  rule.forget ? kind : [],
)
