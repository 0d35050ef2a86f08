import type { Role } from '@muster/domain/role.ts'
import { maySetStatus } from '@muster/domain/user-status.ts'
import type { Tx } from '../../db/database.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { lockProfiles } from './accounts.queries.ts'

/** Until the transaction ends. Throws FORBIDDEN: missing account, inactive actor, or one who may not set its status. */
export async function lockOtherAccount(tx: Tx, actor: SignedInActor, userId: string) {
  // Lock both accounts, in id order: if two super admins suspend each other at the same time, only the first succeeds.
  const accounts = await lockProfiles(tx, [actor.userId, userId])
  const actorAccount = accounts.find(({ id }) => id === actor.userId)
  const target = accounts.find(({ id }) => id.toLowerCase() === userId.toLowerCase())
  if (actorAccount?.status !== 'active' || !target || !mayChange(actorAccount, target))
    throw fail('FORBIDDEN')
  return target
}

type AccountRole = { readonly id: string; readonly role: string }

/** Returns true if the actor's role lets them set the other account's status. */
export const mayChange = (actor: AccountRole, target: AccountRole): boolean =>
  maySetStatus(
    { userId: actor.id, role: actor.role as Role },
    { userId: target.id, role: target.role as Role },
  )
