import type { UserStatus } from '@muster/domain/user-status.ts'
import type { Tx } from '../../db/database.ts'
import { toUndoSteps } from '../../lib/to-undo-steps.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import { lockProfiles, updateProfile } from './accounts.queries.ts'
import { lockOtherAccount, mayChange } from './other-account.ts'

/** Other than active, a trigger ends sessions and sockets. Throws FORBIDDEN for forbidden and missing accounts alike. */
export async function setAccountStatus(
  tx: Tx,
  actor: SignedInActor,
  { userId, status }: { userId: string; status: UserStatus },
): Promise<void> {
  await changeStatus(tx, actor, await lockOtherAccount(tx, actor, userId), status)
}

type StatusesResult = { set: string[]; refused: string[]; undo: { to: UserStatus; ids: string[] }[] }

/** Returns who now has it, who is missing or forbidden, and what restores the changed. Throws FORBIDDEN for an inactive actor. */
export async function setAccountStatuses(
  tx: Tx,
  actor: SignedInActor,
  { userIds, status }: { userIds: readonly string[]; status: UserStatus },
): Promise<StatusesResult> {
  const targetIds = [...new Set(userIds.map(id => id.toLowerCase()))].sort()
  // All accounts are locked at once in id order, so that two admins who suspend each other cannot lock each other out.
  const accounts = new Map((await lockProfiles(tx, [actor.userId, ...targetIds])).map(it => [it.id, it]))
  const actorAccount = accounts.get(actor.userId)
  if (actorAccount?.status !== 'active') throw fail('FORBIDDEN')
  const changed: { id: string; to: UserStatus }[] = []
  const result: Omit<StatusesResult, 'undo'> = { set: [], refused: [] }
  for (const userId of targetIds) {
    const target = accounts.get(userId)
    if (target && mayChange(actorAccount, target)) {
      if (await changeStatus(tx, actor, target, status)) changed.push({ id: userId, to: target.status })
      result.set.push(userId)
    } else result.refused.push(userId)
  }
  return { ...result, undo: toUndoSteps(changed) }
}

/** Returns false if the account already has the status. */
async function changeStatus(
  tx: Tx,
  actor: SignedInActor,
  target: { id: string; status: UserStatus },
  status: UserStatus,
): Promise<boolean> {
  if (target.status === status) return false
  await updateProfile(tx, target.id, { status })
  await audit(tx, 'account_status_changed:by_admin', {
    actorId: actor.userId,
    aboutId: target.id,
    from: target.status,
    to: status,
  })
  return true
}
