/** Joining managed zones, and alerts about memberships, for other features that create or end memberships. */
export { joinManagedZones } from './join-managed-zones.ts'
export {
  joinedZoneAlert as joinedZone,
  leftZoneAlert as leftZone,
  type Membership,
} from './memberships.alerts.ts'
