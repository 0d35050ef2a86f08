import type { Tx } from '../../db/database.ts'
import { appendSecurityEvent } from '../security/index.ts'
import type { ZoneUserRow } from './users.queries.ts'

/**
 * Notes in the security log that the actor was given where the other members of a zone were last seen; false when nobody's
 * place was among them.
 */
export async function notePositions(
  tx: Tx,
  actorId: string,
  zoneId: string,
  rows: readonly ZoneUserRow[],
): Promise<boolean> {
  const people = rows.filter(row => row.latitude !== null && row.user_id !== actorId).length
  if (people === 0) return false
  await appendSecurityEvent(tx, {
    type: 'location_access',
    description: 'Looked at a location: zone_users.',
    actorId,
    affectedUserId: null,
    severity: 'info',
    metadata: { accessType: 'zone_users', zoneId, people },
  })
  return true
}
