import type { Role } from '@muster/domain/role.ts'
import { maySetStatusOf, type UserStatus } from '@muster/domain/user-status.ts'
import type { Tx } from '../../db/database.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { lockAccounts, storeStatus } from './accounts.queries.ts'
import { appendSecurityEvent } from './security.queries.ts'

/**
 * Sets the status of somebody else's account; their sessions and sockets end by a trigger with anything but active. Of the
 * owner only. An account one may not act on and one that does not exist are refused alike: FORBIDDEN.
 */
export async function setAccountStatus(
  tx: Tx,
  actor: SignedInActor,
  { userId, status }: { userId: string; status: UserStatus },
): Promise<void> {
  // Both, in one order: of two super admins who suspend each other at once, one is left.
  const accounts = await lockAccounts(tx, [actor.userId, userId])
  const me = accounts.find(({ id }) => id === actor.userId)
  const target = accounts.find(({ id }) => id.toLowerCase() === userId.toLowerCase())
  if (me?.status !== 'active' || !target) throw fail('FORBIDDEN')
  const mayAct = maySetStatusOf(
    { userId: me.id, role: me.role as Role },
    { userId: target.id, role: target.role as Role },
  )
  if (!mayAct) throw fail('FORBIDDEN')
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
