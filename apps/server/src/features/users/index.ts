/** Changing a role in a zone, joining managed zones, and alerts about memberships, for other features that change memberships. */
export { changeRole } from './change-role.ts'
export { joinManagedZones } from './join-managed-zones.ts'
export {
  joinedZoneAlert as joinedZone,
  leftZoneAlert as leftZone,
  type Membership,
} from './memberships.alerts.ts'
export {
  clearPinFailures,
  deletePin,
  lockPin,
  readPin,
  storeFailure,
  storePin,
  storeResetRequest,
} from './pins.queries.ts'
/** The rule for the role in which somebody may add people to a zone, by code or by invitation. */
export { mayAddAs, usersPolicy } from './users.policy.ts'
