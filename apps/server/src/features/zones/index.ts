/** What other features read of zones, and accepting an invitation by a check that names its zone. */
export { acceptBySelection } from './accept-invitation.ts'
export { createZoneShapeCache, type ZoneShapeCache } from './zone-shape-cache.ts'
export { findZones, type ZoneRow } from './zones.queries.ts'
