/** The alerts about memberships, for the other features that begin and end them. */
export { joinManagedZones } from './join-managed-zones.ts'
export { joinedZone, leftZone, type Membership } from './memberships.alerts.ts'
