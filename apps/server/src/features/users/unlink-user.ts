import { isZoneManager, type Role } from '@muster/domain/role.ts'
import type { Database } from '../../db/database.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { deleteAssignment, lockManagersAnd } from './users.queries.ts'

/**
 * Ends a membership; triggers close the open visit and the zone entry with it, and
 * announce it.
 * Throws NOT_ASSIGNED, LAST_MANAGER (held under a row lock).
 */
export function unlinkUser(
  db: Database,
  actor: SignedInActor,
  zoneId: string,
  userId: string,
): Promise<void> {
  return db.asActor(actor, async tx => {
    const locked = await lockManagersAnd(tx, zoneId, userId)
    const member = locked.find(row => row.user_id === userId)
    if (!member) throw fail('NOT_ASSIGNED')
    const managers = locked.filter(row => isZoneManager(row.role as Role))
    if (isZoneManager(member.role as Role) && managers.length === 1) throw fail('LAST_MANAGER')
    await deleteAssignment(tx, zoneId, userId)
  })
}
