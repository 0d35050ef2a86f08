import type { Role } from '@muster/domain/role.ts'
import { maySetStatus } from '@muster/domain/user-status.ts'
import type { Tx } from '../../db/database.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { lockAccounts } from './accounts.queries.ts'

/**
 * Locks another person's account until the transaction ends, and returns it. The actor must be active and allowed to set its
 * status. Throws FORBIDDEN otherwise, and also if the account does not exist.
 */
export async function lockOtherAccount(tx: Tx, actor: SignedInActor, userId: string) {
  // Lock both accounts, in id order: if two super admins suspend each other at the same time, only the first succeeds.
  const accounts = await lockAccounts(tx, [actor.userId, userId])
  const actorAccount = accounts.find(({ id }) => id === actor.userId)
  const target = accounts.find(({ id }) => id.toLowerCase() === userId.toLowerCase())
  if (actorAccount?.status !== 'active' || !target) throw fail('FORBIDDEN')
  const isAllowed = maySetStatus(
    { userId: actorAccount.id, role: actorAccount.role as Role },
    { userId: target.id, role: target.role as Role },
  )
  if (!isAllowed) throw fail('FORBIDDEN')
  return target
}
