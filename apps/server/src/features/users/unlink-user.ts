import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { leftZoneAlert } from './memberships.alerts.ts'
import { unlinkMember } from './users.queries.ts'

/**
 * Ends a membership or withdraws an invitation, and alerts the person unless the zone was never opened. Triggers close the open
 * visit and the zone entry, and publish the events. Throws NOT_ASSIGNED, ZONE_ROLE_FORBIDDEN, LAST_MANAGER (enforced under a row
 * lock).
 */
export async function unlinkUser({ tx, alert }: WriteContext, zoneId: string, userId: string): Promise<void> {
  const result = await unlinkMember(tx, zoneId, userId)
  if (result.outcome === 'not_assigned') throw fail('NOT_ASSIGNED')
  if (result.outcome === 'above') throw fail('ZONE_ROLE_FORBIDDEN')
  if (result.outcome === 'last_manager') throw fail('LAST_MANAGER')
  if (result.outcome === 'unlinked') alert(leftZoneAlert(result.membership))
}
