/** Alerts about memberships, for other features that create or end memberships. */
export { joinManagedZones } from './join-managed-zones.ts'
export { joinedZone, leftZone, type Membership } from './memberships.alerts.ts'
