import type { ShapeVersion } from '@muster/contract/zone-changes.ts'
import type { MapZone } from '@muster/contract/zone-lists.ts'
import type { ListedZone, MyZone, Zone, ZoneRow as ZoneRowOnWire } from '@muster/contract/zones.ts'
import type { Bounds } from '@muster/domain/geo/bounds.ts'
import { boundsAround } from '@muster/domain/geo/bounds-around.ts'
import { midpoint, shapeCentre } from '@muster/domain/geo/centre.ts'
import { diagonalMeters } from '@muster/domain/geo/diagonal.ts'
import { effectiveRole, isInternalAdmin, type Role, type ZoneRole } from '@muster/domain/role.ts'
import { standInNames } from '@muster/domain/stand-in-name.ts'
import { type PermissionChanges, toPermissionChanges } from '@muster/domain/zone-permission.ts'
import type { ZonePlaceRow } from './zone-places.queries.ts'
import type { ShapeRow } from './zone-shapes.queries.ts'
import type { AvailableZoneRow, ListedZoneRow, MapZoneRow, ZoneRow } from './zones.queries.ts'

export function listedZoneView(row: ListedZoneRow): ListedZone {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    maxCapacity: row.max_capacity,
    currentOccupancy: row.current_occupancy,
    parts: row.parts,
    // The job counted these people a moment ago, and some of them may have left since.
    unseenOccupancy: Math.min(row.unseen_occupancy, row.current_occupancy),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.organisation !== null && { organisation: row.organisation }),
  }
}

export const zoneRowView = (row: ListedZoneRow & { members: number }): ZoneRowOnWire => ({
  ...listedZoneView(row),
  members: row.members,
})

export const mapZoneView = (row: MapZoneRow): MapZone => ({
  id: row.id,
  name: row.name,
  status: row.status,
  maxCapacity: row.max_capacity,
  currentOccupancy: row.current_occupancy,
  parts: row.parts,
  unseenOccupancy: Math.min(row.unseen_occupancy, row.current_occupancy),
  center: midpoint({ lat: row.start_lat, lng: row.start_lng }, { lat: row.end_lat, lng: row.end_lng }),
})

/** Returns a box around a zone's outline. A circle extends beyond the box of its corners, so the box is around that circle. */
export function outlineBounds(row: MapZoneRow): Bounds {
  const start = { lat: row.start_lat, lng: row.start_lng }
  const end = { lat: row.end_lat, lng: row.end_lng }
  return boundsAround(midpoint(start, end), diagonalMeters(start, end) / 2)
}

export const zoneView = (row: ZoneRow): Zone => ({
  ...listedZoneView(row),
  shape: row.shape,
  shapeVersion: row.shape_version,
  center: shapeCentre(row.shape),
})

export function myZoneView(row: AvailableZoneRow, globalRole: Role): MyZone {
  const isInvited = row.zone_role !== null && row.accepted_at === null && !isInternalAdmin(globalRole)
  return {
    ...zoneView(row),
    ...(isInvited && { currentOccupancy: 0, parts: null, unseenOccupancy: 0 }),
    invited: isInvited,
    starred: row.starred,
    myRole: effectiveRole(globalRole, (row.zone_role ?? undefined) as ZoneRole | undefined),
    ...changedPermissionsView(toPermissionChanges(row.changes)),
    entryExpiresAt: row.entry_expires_at?.toISOString() ?? null,
  }
}

/** Converts the permissions that differ from a person's role to the view. */
export const changedPermissionsView = ({ granted, revoked }: PermissionChanges) => ({
  granted: [...granted],
  revoked: [...revoked],
})

export function shapeVersionView(row: ShapeRow): ShapeVersion {
  const { changed_by: id, first_name: firstName, last_name: lastName } = row
  // The name is missing if the author is an internal admin, because the actor may not see internal admins' profiles.
  const name = firstName === null ? standInNames.hiddenAdmin : `${firstName} ${lastName ?? ''}`.trim()
  return {
    version: row.version,
    boundary: row.boundary,
    changedAt: row.changed_at.toISOString(),
    changedBy: id === null ? null : { id, name },
  }
}

export const nearZoneView = ({ id, name, shape }: ZonePlaceRow) => ({ id, name, shape })
export const zonePlaceView = ({ id, name, shape }: ZonePlaceRow) => ({ id, name, center: shapeCentre(shape) })
