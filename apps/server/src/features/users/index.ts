/** The alerts about memberships, for other features that begin and end memberships. */
export { joinManagedZones } from './join-managed-zones.ts'
export { joinedZone, leftZone, type Membership } from './memberships.alerts.ts'
