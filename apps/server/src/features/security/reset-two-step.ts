import type { Tx } from '../../db/database.ts'
import type { MailQueue } from '../../jobs/mail-queue.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { deleteSecondFactors } from './accounts.queries.ts'
import { lockOtherAccount } from './other-account.ts'
import { appendSecurityEvent } from './security.queries.ts'

/**
 * Removes the second step and every passkey of a person who has lost them, and ends all their sessions, because somebody else may
 * have found the lost device. Notifies the person by email. The actor must be allowed to suspend the account. Throws FORBIDDEN for
 * forbidden and missing accounts alike, and TWO_STEP_OFF if there is nothing to remove.
 */
export async function resetTwoStep(
  { tx, mails }: { tx: Tx; mails: Pick<MailQueue, 'add'> },
  actor: SignedInActor,
  userId: string,
): Promise<void> {
  const target = await lockOtherAccount(tx, actor, userId)
  if (!(await deleteSecondFactors(tx, target.id))) throw fail('TWO_STEP_OFF')
  await appendSecurityEvent(tx, {
    type: 'two_step_reset',
    description: 'Two-step sign-in of an account was reset by an administrator.',
    actorId: actor.userId,
    affectedUserId: target.id,
    severity: 'medium',
  })
  await mails.add({ kind: 'two-step-reset', email: target.email }, tx)
}
