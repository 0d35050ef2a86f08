/** The reads of zones used by other features, and the acceptance of an invitation by a check that names its zone. */
export { acceptBySelection } from './accept-invitation.ts'
export { createPendingZone } from './create-zone.ts'
export { deleteZone } from './delete-zone.ts'
export { setZoneStatus } from './set-zone-status.ts'
export { requireZoneCapacity } from './zone-capacity.ts'
export type { ZoneShapeCache } from './zone-shape-cache.ts'
export { findZone, findZones, listZones, type ZoneRow } from './zones.queries.ts'
export { listedZoneView, zoneView } from './zones.view.ts'
