export { acceptBySelection } from './accept-invitation.ts'
export { createPendingZone } from './create-zone.ts'
export { decideRequest } from './decide-request.ts'
export { deleteZone, deleteZones } from './delete-zone.ts'
export { setZoneStatus } from './set-zone-status.ts'
export { requireZoneCapacity } from './zone-capacity.ts'
export { lockZonesForDeletion } from './zone-cascade.queries.ts'
export {
  type ZoneRequestFacts as AlertedRequest,
  zoneRequestedAlert as zoneRequested,
} from './zone-requests.alerts.ts'
export type { ZoneShapeCache } from './zone-shape-cache.ts'
export { findZone, findZones, listZones, type ZoneRow } from './zones.queries.ts'
export { listedZoneView, zoneView } from './zones.view.ts'
