import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { unlinkMember } from './users.queries.ts'

/**
 * Ends a membership; triggers close its open visit and zone entry, and announce it. Throws NOT_ASSIGNED, ZONE_ROLE_FORBIDDEN,
 * LAST_MANAGER (enforced under a row lock).
 */
export async function unlinkUser(tx: Tx, zoneId: string, userId: string): Promise<void> {
  const outcome = await unlinkMember(tx, zoneId, userId)
  if (outcome === 'not_assigned') throw fail('NOT_ASSIGNED')
  if (outcome === 'above') throw fail('ZONE_ROLE_FORBIDDEN')
  if (outcome === 'last_manager') throw fail('LAST_MANAGER')
}
