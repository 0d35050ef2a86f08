import type { UserStatus } from '@muster/domain/user-status.ts'
import type { Tx } from '../../db/database.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { storeStatus } from './accounts.queries.ts'
import { lockOtherAccount } from './other-account.ts'
import { appendSecurityEvent } from './security.queries.ts'

/**
 * Sets the status of another person's account; does nothing if the account already has this status. For any status other than
 * active, a trigger ends the person's sessions and sockets. Requires the database owner role. Throws FORBIDDEN for forbidden and
 * missing accounts alike.
 */
export async function setAccountStatus(
  tx: Tx,
  actor: SignedInActor,
  { userId, status }: { userId: string; status: UserStatus },
): Promise<void> {
  const target = await lockOtherAccount(tx, actor, userId)
  if (target.status === status) return
  await storeStatus(tx, target.id, status)
  await appendSecurityEvent(tx, {
    type: 'account_status_changed',
    description: `The status of an account was changed from ${target.status} to ${status}.`,
    actorId: actor.userId,
    affectedUserId: target.id,
    severity: 'medium',
    metadata: { from: target.status, to: status },
  })
}
