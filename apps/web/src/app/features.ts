import { alertsFeature } from '../features/alerts/alerts.feature.ts'
import { authFeature } from '../features/auth/auth.feature.ts'
import { badgesFeature } from '../features/badges/badges.feature.ts'
import { broadcastsFeature } from '../features/broadcasts/broadcasts.feature.ts'
import { consentsFeature } from '../features/consents/consents.feature.ts'
import { dashboardsFeature } from '../features/dashboards/dashboards.feature.ts'
import { daysFeature } from '../features/days/days.feature.ts'
import { documentsFeature } from '../features/documents/documents.feature.ts'
import { captainFeature } from '../features/emergencies/captains/captain.feature.ts'
import { emergenciesFeature } from '../features/emergencies/emergencies.feature.ts'
import { groupsFeature } from '../features/groups/groups.feature.ts'
import { hazardsFeature } from '../features/hazards/hazards.feature.ts'
import { mapsFeature } from '../features/maps/maps.feature.ts'
import { noticesFeature } from '../features/notices/notices.feature.ts'
import { organisationsFeature } from '../features/organisations/organisations.feature.ts'
import { passkeysFeature } from '../features/passkeys/passkeys.feature.ts'
import { presenceFeature } from '../features/presence/presence.feature.ts'
import { pushFeature } from '../features/push/push.feature.ts'
import { reportsFeature } from '../features/reports/reports.feature.ts'
import { settingsFeature } from '../features/settings/settings.feature.ts'
import { sharingFeature } from '../features/sharing/sharing.feature.ts'
import { shiftsFeature } from '../features/shifts/shifts.feature.ts'
import { trackersFeature } from '../features/trackers/trackers.feature.ts'
import { twoStepFeature } from '../features/two-step/two-step.feature.ts'
import { usersFeature } from '../features/users/users.feature.ts'
import { visitorsFeature } from '../features/visitors/visitors.feature.ts'
import { zonesFeature } from '../features/zones/zones.feature.ts'
import type { Feature } from '../lib/feature.ts'

/** The features. A new one needs only a line here. */
export const features: readonly Feature[] = [
  alertsFeature,
  authFeature,
  badgesFeature,
  broadcastsFeature,
  captainFeature,
  consentsFeature,
  dashboardsFeature,
  daysFeature,
  documentsFeature,
  emergenciesFeature,
  groupsFeature,
  hazardsFeature,
  mapsFeature,
  noticesFeature,
  organisationsFeature,
  passkeysFeature,
  presenceFeature,
  pushFeature,
  reportsFeature,
  settingsFeature,
  sharingFeature,
  shiftsFeature,
  trackersFeature,
  twoStepFeature,
  usersFeature,
  visitorsFeature,
  zonesFeature,
]
