import type { FeedEvent } from '@muster/contract/feed.ts'
import { isInternalAdmin, type Role, type RoleByCode } from '@muster/domain/role.ts'
import { isUserCode, normalizeUserCode } from '@muster/domain/user-code.ts'
import type { Database } from '../../db/database.ts'
import { appendEvents } from '../../live/append.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { findUserByCode, insertAssignment } from './users.queries.ts'

/**
 * Makes whoever carries the code a member of the zone, in the role given.
 * Throws INVALID_CODE (unknown, or its owner is not active or needs no zone), ALREADY_ASSIGNED.
 */
export function addUserByCode(
  db: Database,
  actor: SignedInActor,
  zoneId: string,
  { userCode, role }: { userCode: string; role: RoleByCode },
): Promise<{ userId: string; userName: string }> {
  const code = normalizeUserCode(userCode)
  if (!isUserCode(code)) throw fail('INVALID_CODE')
  return db.asActor(actor, async tx => {
    const user = await findUserByCode(tx, code, zoneId)
    if (user?.status !== 'active' || isInternalAdmin(user.role as Role)) throw fail('INVALID_CODE')
    const added = await insertAssignment(tx, {
      zone_id: zoneId,
      user_id: user.id,
      role,
      assigned_by: actor.userId,
    })
    if (!added) throw fail('ALREADY_ASSIGNED')
    const event: FeedEvent = { kind: 'membership.added', zoneId, userId: user.id, role }
    await appendEvents(tx, [
      { topic: `zone:${zoneId}`, event },
      { topic: `user:${user.id}`, event },
    ])
    return { userId: user.id, userName: `${user.first_name} ${user.last_name}`.trim() }
  })
}
