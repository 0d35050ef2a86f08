import type { MyZone } from '@muster/contract/zones.ts'
import { effectiveRole, isInternalAdmin, needsPin, type Role, type ZoneRole } from '@muster/domain/role.ts'
import type { ZoneRights } from '@muster/domain/zone-permission.ts'

/** The role that counts for this person in this zone (or, without a zone, everywhere). */
export function roleInZone(globalRole: Role, zone: Pick<MyZone, 'myRole'> | undefined): Role {
  if (isInternalAdmin(globalRole)) return globalRole
  // A person who is no internal admin has a zone role in every zone the server lists.
  return effectiveRole(globalRole, zone?.myRole as ZoneRole | undefined)
}

/** What this person may do in this zone: their role there, with what was granted to them and taken away. Ask `mayInZone`. */
export function rightsInZone(
  globalRole: Role,
  zone: Pick<MyZone, 'myRole' | 'granted' | 'revoked'> | undefined,
): ZoneRights {
  const role = roleInZone(globalRole, zone)
  return zone ? { role, granted: zone.granted, revoked: zone.revoked } : { role }
}

/** Whether entering this zone still asks for the PIN. */
export function asksPin(globalRole: Role, zone: Pick<MyZone, 'myRole' | 'entryExpiresAt'>): boolean {
  // The server lists only entries that are valid by its clock; a wrong phone clock must not lock anyone out.
  return needsPin(roleInZone(globalRole, zone)) && zone.entryExpiresAt === null
}

/**
 * The zone that counts as selected: available, its invitation accepted, its PIN entered where one is asked, and chosen in
 * this tab. A non-admin's only zone needs no choosing.
 */
export function selectedZone(globalRole: Role, zones: MyZone[], chosenId: string | null): MyZone | undefined {
  const [only] = zones
  const isAutomatic = zones.length === 1 && !isInternalAdmin(globalRole)
  const zone = isAutomatic ? only : zones.find(({ id }) => id === chosenId)
  return zone && !zone.invited && !asksPin(globalRole, zone) ? zone : undefined
}
