import type { Role } from '@muster/domain/role.ts'
import { maySetStatusOf } from '@muster/domain/user-status.ts'
import type { Tx } from '../../db/database.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { lockAccounts } from './accounts.queries.ts'

/**
 * The account of somebody else whom the actor may suspend, locked until the transaction ends. One that they may not act on and
 * one that does not exist are refused alike: FORBIDDEN.
 */
export async function lockOtherAccount(tx: Tx, actor: SignedInActor, userId: string) {
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
  return target
}
