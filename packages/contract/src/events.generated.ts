// Generated from the files `*.events.ts` by `npm run generate`. Do not edit.
import { alertsEvents } from './alerts.events.ts'
import { authEvents } from './auth.events.ts'
import { badgesEvents } from './badges.events.ts'
import { broadcastsEvents } from './broadcasts.events.ts'
import { captainsEvents } from './captains.events.ts'
import { consentsEvents } from './consents.events.ts'
import { documentsEvents } from './documents.events.ts'
import { emergenciesEvents } from './emergencies.events.ts'
import { groupsEvents } from './groups.events.ts'
import { hazardsEvents } from './hazards.events.ts'
import { invitationsEvents } from './invitations.events.ts'
import { mapsEvents } from './maps.events.ts'
import { noticesEvents } from './notices.events.ts'
import { organisationsEvents } from './organisations.events.ts'
import { presenceEvents } from './presence.events.ts'
import { presenceSharingEvents } from './presence-sharing.events.ts'
import { pushEvents } from './push.events.ts'
import { reportRunsEvents } from './report-runs.events.ts'
import { settingsEvents } from './settings.events.ts'
import { shiftsEvents } from './shifts.events.ts'
import { trackersEvents } from './trackers.events.ts'
import { twoStepEvents } from './two-step.events.ts'
import { usersEvents } from './users.events.ts'
import { visitorsEvents } from './visitors.events.ts'
import { zonesEvents } from './zones.events.ts'

export const featureEvents = [
  ...alertsEvents,
  ...authEvents,
  ...badgesEvents,
  ...broadcastsEvents,
  ...captainsEvents,
  ...consentsEvents,
  ...documentsEvents,
  ...emergenciesEvents,
  ...groupsEvents,
  ...hazardsEvents,
  ...invitationsEvents,
  ...mapsEvents,
  ...noticesEvents,
  ...organisationsEvents,
  ...presenceEvents,
  ...presenceSharingEvents,
  ...pushEvents,
  ...reportRunsEvents,
  ...settingsEvents,
  ...shiftsEvents,
  ...trackersEvents,
  ...twoStepEvents,
  ...usersEvents,
  ...visitorsEvents,
  ...zonesEvents,
] as const
