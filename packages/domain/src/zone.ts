import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { Permission } from './permission.ts'
import type { Role } from './role.ts'

export const zoneStatuses = ['active', 'pending', 'suspended'] as const
export type ZoneStatus = (typeof zoneStatuses)[number]

/** Suspended: nobody; pending: only its client admin, who requested it. SQL implements the same rule (`is_open_to`). */
export function isOpenTo(status: ZoneStatus, role: Role): boolean {
  return status === 'active' || (status === 'pending' && role === 'client_admin')
}

/** The requester's permissions in a zone that is waiting for approval. */
export const pendingPermissions: readonly Permission[] = ['view_zones', 'edit_zones']

/** Returns 'Active', or 'Suspended' for any other status, as shown on the zone cards. */
export function zoneStatusLabel(status: ZoneStatus): MessageDescriptor {
  return status === 'active'
    ? msg({ message: 'Active', context: 'zone' })
    : msg({ message: 'Suspended', context: 'zone' })
}

/** The orders of the list of all zones. `fullness`: by occupancy relative to the capacity; zones without one count as emptiest. */
export const zoneSorts = ['newest', 'name', 'organisation', 'status', 'inside', 'fullness'] as const
export type ZoneSort = (typeof zoneSorts)[number]
