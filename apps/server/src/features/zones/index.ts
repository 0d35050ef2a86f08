/** What other features read of zones, and accepting an invitation by a check that names its zone. */
export { acceptBySelection } from './accept-invitation.ts'
export { createGeocoder } from './geocoder.ts'
export { createTurns } from './geocoder-turns.ts'
export { createZoneAtlas, type ZoneAtlas } from './zone-atlas.ts'
export { findZones, type ZoneRow } from './zones.queries.ts'
