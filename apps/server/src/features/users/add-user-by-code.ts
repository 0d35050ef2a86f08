import type { CodeAssignableRole } from '@muster/domain/role.ts'
import { isUserCode, normalizeUserCode } from '@muster/domain/user-code.ts'
import type { Database } from '../../db/database.ts'
import { write } from '../../live/write.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import type { CodeAttemptLimit } from './code-tries.ts'
import { joinedZoneAlert } from './memberships.alerts.ts'
import { linkUserByCode } from './users.queries.ts'

/**
 * A well-formed code refused as invalid costs an attempt. A trigger publishes. Throws INVALID_CODE (malformed, unknown, inactive,
 * sees all zones anyway, or the actor may not add the role), ALREADY_ASSIGNED (also invited), INVITATION_DECLINED,
 * TOO_MANY_REQUESTS.
 */
export async function addUserByCode(
  { db, tries }: { db: Pick<Database, 'asActor'>; tries: CodeAttemptLimit },
  actor: SignedInActor,
  zoneId: string,
  { userCode, role }: { userCode: string; role: CodeAssignableRole },
): Promise<{ userId: string; userName: string }> {
  const code = normalizeUserCode(userCode)
  // A malformed code is a typo, not a guess, so it costs no attempt.
  if (!isUserCode(code)) throw fail('INVALID_CODE')
  const attempt = await tries.take(actor.userId)
  const user = await db.asActor(actor, tx =>
    write(tx, async ({ alert }) => {
      const linkedUser = await linkUserByCode(tx, code, zoneId, role)
      if (linkedUser?.outcome === 'linked') alert(joinedZoneAlert(linkedUser.membership))
      return linkedUser
    }),
  )
  if (!user) {
    await tries.noteFailure(actor.userId, zoneId)
    throw fail('INVALID_CODE')
  }
  await attempt.refund()
  if (user.outcome === 'assigned') throw fail('ALREADY_ASSIGNED')
  if (user.outcome === 'declined') throw fail('INVITATION_DECLINED')
  return { userId: user.id, userName: `${user.first_name} ${user.last_name}`.trim() }
}
