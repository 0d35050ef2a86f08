import type { Role } from '@muster/domain/role.ts'
import { maySetStatus } from '@muster/domain/user-status.ts'
import type { Tx } from '../../db/database.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { lockAccounts } from './accounts.queries.ts'

/**
 * Another person's account that the actor may suspend, locked until the transaction ends. Forbidden and missing accounts are
 * refused alike: FORBIDDEN.
 */
export async function lockOtherAccount(tx: Tx, actor: SignedInActor, userId: string) {
  // Both, in one order, so that one super admin remains when two suspend each other at once.
  const accounts = await lockAccounts(tx, [actor.userId, userId])
  const me = accounts.find(({ id }) => id === actor.userId)
  const target = accounts.find(({ id }) => id.toLowerCase() === userId.toLowerCase())
  if (me?.status !== 'active' || !target) throw fail('FORBIDDEN')
  const mayAct = maySetStatus(
    { userId: me.id, role: me.role as Role },
    { userId: target.id, role: target.role as Role },
  )
  if (!mayAct) throw fail('FORBIDDEN')
  return target
}
