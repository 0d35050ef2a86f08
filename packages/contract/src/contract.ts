import type { ContractRouterClient } from '@orpc/contract'
import { accounts } from './accounts.ts'
import { alerts } from './alerts.ts'
import { auth } from './auth.ts'
import { backups } from './backups.ts'
import { badges } from './badges.ts'
import { broadcasts } from './broadcasts.ts'
import { captains } from './captains.ts'
import { consents } from './consents.ts'
import { dashboards } from './dashboards.ts'
import { documents } from './documents.ts'
import { emailChanges } from './email-changes.ts'
import { emergencies } from './emergencies.ts'
import { emergencyBoard } from './emergency-board.ts'
import { emergencyPlans } from './emergency-plans.ts'
import { emergencyReports } from './emergency-reports.ts'
import { groupMessages } from './group-messages.ts'
import { groups } from './groups.ts'
import { hazards } from './hazards.ts'
import { imports } from './imports.ts'
import { invitations } from './invitations.ts'
import { maps } from './maps.ts'
import { myData } from './my-data.ts'
import { notices } from './notices.ts'
import { organisations } from './organisations.ts'
import { passkeys } from './passkeys.ts'
import { presence as presenceOnly } from './presence.ts'
import { presenceDays } from './presence-days.ts'
import { presenceSharing } from './presence-sharing.ts'
import { push } from './push.ts'
import { reportMailing } from './report-mailing.ts'
import { reportRuns } from './report-runs.ts'
import { reports } from './reports.ts'
import { responders } from './responders.ts'
import { search } from './search.ts'
import { security } from './security.ts'
import { settings as settingsOnly } from './settings.ts'
import { shifts } from './shifts.ts'
import { trackers } from './trackers.ts'
import { trackingRequests } from './tracking-requests.ts'
import { twoStep } from './two-step.ts'
import { users } from './users.ts'
import { visitors } from './visitors.ts'
import { webhooks } from './webhooks.ts'
import { zoneCaptains } from './zone-captains.ts'
import { zoneChanges } from './zone-changes.ts'
import { zoneFiles } from './zone-files.ts'
import { zoneLists } from './zone-lists.ts'
import { zonePermissions } from './zone-permissions.ts'
import { zonePlaces } from './zone-places.ts'
import { zoneRequests } from './zone-requests.ts'
import { zoneUncounted } from './zone-uncounted.ts'
import { zones as zonesOnly } from './zones.ts'

const presence = {
  ...presenceOnly,
  ...presenceDays,
  ...presenceSharing,
  ...trackingRequests,
}
const settings = { ...settingsOnly, ...myData }
const zones = { ...zonesOnly, ...zoneChanges, ...zoneFiles, ...zonePlaces, ...zoneLists }

/** All calls of the API, by feature. The client, the server and the OpenAPI document are derived from this object. */
export const contract = {
  auth,
  twoStep,
  passkeys,
  emailChanges,
  accounts,
  imports,
  zones,
  organisations,
  zoneRequests,
  users,
  invitations,
  zonePermissions,
  presence,
  shifts,
  hazards,
  broadcasts,
  emergencies,
  captains,
  zoneCaptains,
  emergencyReports,
  zoneUncounted,
  emergencyBoard,
  responders,
  visitors,
  emergencyPlans,
  groups,
  groupMessages,
  documents,
  alerts,
  notices,
  reports,
  trackers,
  badges,
  push,
  maps,
  webhooks,
  backups,
  settings,
  consents,
  security,
  dashboards,
  reportRuns,
  reportMailing,
  search,
}

/** All calls, as a caller of the API or of the server's own router sees them. */
export type ContractClient = ContractRouterClient<typeof contract>
