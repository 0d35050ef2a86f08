import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { usersEvents } from './users.events.ts'
import { permissionsChangedAlert } from './zone-permissions.alerts.ts'
import { readManagerMembership, setZonePermissions } from './zone-permissions.queries.ts'

/**
 * Grants and revokes a zone manager's permissions, and alerts the manager if anything changed. The database logs a security event
 * with the previous values. Throws NOT_ASSIGNED, NOT_ZONE_MANAGER.
 */
export async function changePermissions(
  { tx, publish, alert }: WriteContext,
  { zoneId, userId }: { zoneId: string; userId: string },
  changes: { readonly granted: readonly string[]; readonly revoked: readonly string[] },
): Promise<void> {
  const outcome = await setZonePermissions(tx, { zoneId, userId }, changes)
  if (outcome === 'not_assigned') throw fail('NOT_ASSIGNED')
  if (outcome === 'not_manager') throw fail('NOT_ZONE_MANAGER')
  if (outcome === 'same') return
  const { role, zoneName } = await readManagerMembership(tx, zoneId, userId)
  publish(usersEvents, { kind: 'membership.changed', userId, zoneId, role })
  alert(permissionsChangedAlert({ zoneId, zoneName, userId }))
}
