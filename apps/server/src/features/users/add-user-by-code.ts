import type { RoleByCode } from '@muster/domain/role.ts'
import { isUserCode, normalizeUserCode } from '@muster/domain/user-code.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { linkUserByCode } from './users.queries.ts'

/**
 * Makes whoever carries the code a member of the zone, in the role given; a trigger announces it.
 * Throws INVALID_CODE (unknown, or its owner is not active or needs no zone), ALREADY_ASSIGNED.
 */
export async function addUserByCode(
  tx: Tx,
  zoneId: string,
  { userCode, role }: { userCode: string; role: RoleByCode },
): Promise<{ userId: string; userName: string }> {
  const code = normalizeUserCode(userCode)
  if (!isUserCode(code)) throw fail('INVALID_CODE')
  const user = await linkUserByCode(tx, code, zoneId, role)
  if (!user) throw fail('INVALID_CODE')
  if (user.outcome === 'assigned') throw fail('ALREADY_ASSIGNED')
  return { userId: user.id, userName: `${user.first_name} ${user.last_name}`.trim() }
}
