import type { MyZone } from '@muster/contract/zones.ts'
import { effectiveRole, isInternalAdmin, needsPin, type Role, type ZoneRole } from '@muster/domain/role.ts'
import type { ZoneRights } from '@muster/domain/zone-permission.ts'

/** Returns the person's effective role in this zone or, without a zone, everywhere. */
export function roleInZone(globalRole: Role, zone: Pick<MyZone, 'myRole'> | undefined): Role {
  if (isInternalAdmin(globalRole)) return globalRole
  // Everybody except internal admins has a zone role in every zone that the server lists.
  return effectiveRole(globalRole, zone?.myRole as ZoneRole | undefined)
}

/** Returns the person's rights in this zone for `mayInZone`: their role with its granted and revoked permissions. */
export function rightsInZone(
  globalRole: Role,
  zone: Pick<MyZone, 'myRole' | 'granted' | 'revoked'> | undefined,
): ZoneRights {
  const role = roleInZone(globalRole, zone)
  return zone ? { role, granted: zone.granted, revoked: zone.revoked } : { role }
}

/** True if entering this zone still requires the PIN. */
export function requiresPin(globalRole: Role, zone: Pick<MyZone, 'myRole' | 'entryExpiresAt'>): boolean {
  // The server lists only entries that are valid by its own clock, so a wrong phone clock locks nobody out.
  return needsPin(roleInZone(globalRole, zone)) && zone.entryExpiresAt === null
}

/**
 * Returns the selected zone. It must be available, its invitation accepted, and its PIN entered if one is required. Its id must be
 * `chosenId`, unless it is the only zone of somebody other than an internal admin.
 */
export function pickSelectedZone(
  globalRole: Role,
  zones: MyZone[],
  chosenId: string | null,
): MyZone | undefined {
  const [onlyZone] = zones
  const isAutomatic = zones.length === 1 && !isInternalAdmin(globalRole)
  const zone = isAutomatic ? onlyZone : zones.find(({ id }) => id === chosenId)
  return zone && !zone.invited && !requiresPin(globalRole, zone) ? zone : undefined
}
