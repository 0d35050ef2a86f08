import { msg } from '@lingui/core/runtime-macro'
import type { ZoneRole } from '@muster/domain/role.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { changeMemberRole } from './users.queries.ts'

/**
 * Gives a member or invited person another role in the zone; a trigger announces it, and the database logs it. Throws NOT_ASSIGNED,
 * ZONE_ROLE_FORBIDDEN, LAST_MANAGER (enforced under a row lock).
 */
export async function changeRole(tx: Tx, zoneId: string, userId: string, role: ZoneRole): Promise<void> {
  const outcome = await changeMemberRole(tx, zoneId, userId, role)
  if (outcome === 'not_assigned') throw fail('NOT_ASSIGNED')
  if (outcome === 'above') throw fail('ZONE_ROLE_FORBIDDEN')
  if (outcome === 'last_manager')
    throw fail('LAST_MANAGER', undefined, msg`A zone keeps at least one zone manager.`)
}
