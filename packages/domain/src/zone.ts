import type { Permission } from './permission.ts'
import type { Role } from './role.ts'

export const zoneStatuses = ['active', 'pending', 'suspended'] as const
export type ZoneStatus = (typeof zoneStatuses)[number]

/**
 * Whether a zone is open to a member in this role there: a suspended one to nobody, and one that waits for approval only to its client
 * admin, who asked for it. The same rule stands in SQL (`is_open_to`).
 */
export function isOpenTo(status: ZoneStatus, role: Role): boolean {
  return status === 'active' || (status === 'pending' && role === 'client_admin')
}

/** What may be done in a zone that waits for approval, by who asked for it. */
export const pendingPermissions: readonly Permission[] = ['view_zones', 'edit_zones']

/** 'Active', and 'Suspended' for anything else, as the zone cards show it. */
export function zoneStatusLabel(status: ZoneStatus): string {
  return status === 'active' ? 'Active' : 'Suspended'
}
