import { accountSteps } from './account.ts'
import { administrationSteps } from './administration.ts'
import { badgeSteps } from './badges.ts'
import { broadcastSteps } from './broadcasts.ts'
import { documentSteps } from './documents.ts'
import { emergencySteps } from './emergencies.ts'
import { groupRemovalSteps, groupSteps } from './groups.ts'
import { hazardSteps } from './hazards.ts'
import { noticeSteps } from './notices.ts'
import { organisationSteps } from './organisations.ts'
import { presenceSteps } from './presence.ts'
import { shiftSteps } from './shifts.ts'
import { userSteps } from './users.ts'
import { visitorSteps } from './visitors.ts'
import { zoneRemovalSteps, zoneSteps } from './zones.ts'

/** The order matters, because each step changes the test data for the next. */
export const steps = {
  hazards: hazardSteps,
  groups: groupSteps,
  documents: documentSteps,
  broadcasts: broadcastSteps,
  emergencies: emergencySteps,
  visitors: visitorSteps,
  badges: badgeSteps,
  notices: noticeSteps,
  shifts: shiftSteps,
  presence: presenceSteps,
  users: userSteps,
  zones: zoneSteps,
  organisations: organisationSteps,
  account: accountSteps,
  administration: administrationSteps,
  'what goes': [...groupRemovalSteps, ...zoneRemovalSteps],
}
