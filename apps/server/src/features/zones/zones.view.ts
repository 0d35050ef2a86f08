import type { MyZone, Zone } from '@muster/contract/zones.ts'
import { shapeCentre } from '@muster/domain/geo/centre.ts'
import { effectiveRole, isInternalAdmin, type Role, type ZoneRole } from '@muster/domain/role.ts'
import type { ZoneStatus } from '@muster/domain/zone.ts'
import type { AvailableZoneRow, ZoneRow } from './zones.queries.ts'

export function zoneView(row: ZoneRow): Zone {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status as ZoneStatus,
    shape: row.shape,
    shapeVersion: row.shape_version,
    center: shapeCentre(row.shape),
    maxCapacity: row.max_capacity,
    currentOccupancy: row.current_occupancy,
    // Counted a moment ago: since then some of them may have left.
    unseenOccupancy: Math.min(row.unseen_occupancy, row.current_occupancy),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function myZoneView(row: AvailableZoneRow, globalRole: Role): MyZone {
  return {
    ...zoneView(row),
    myRole: effectiveRole(globalRole, (row.zone_role ?? undefined) as ZoneRole | undefined),
    invited: row.zone_role !== null && row.accepted_at === null && !isInternalAdmin(globalRole),
    entryExpiresAt: row.entry_expires_at?.toISOString() ?? null,
  }
}
