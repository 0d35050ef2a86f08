import type { Tx } from '../../db/database.ts'
import type { MailQueue } from '../../jobs/mail-queue.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { forgetSecondSteps } from './accounts.queries.ts'
import { lockOtherAccount } from './other-account.ts'
import { appendSecurityEvent } from './security.queries.ts'

/**
 * Takes the second step of signing in, and every passkey, from somebody who has lost them, with all their sessions: what they lost may be in other
 * hands. They are told by mail. For those who may suspend the account, and of the owner only. An account one may not act on
 * and one that does not exist are refused alike: FORBIDDEN. Throws TWO_STEP_OFF.
 */
export async function resetTwoStep(
  { tx, mails }: { tx: Tx; mails: Pick<MailQueue, 'add'> },
  actor: SignedInActor,
  userId: string,
): Promise<void> {
  const target = await lockOtherAccount(tx, actor, userId)
  if (!(await forgetSecondSteps(tx, target.id))) throw fail('TWO_STEP_OFF')
  await appendSecurityEvent(tx, {
    type: 'two_step_reset',
    description: 'Two-step sign-in of an account was reset by an administrator.',
    actorId: actor.userId,
    affectedUserId: target.id,
    severity: 'medium',
    metadata: {},
  })
  await mails.add({ kind: 'two-step-reset', email: target.email }, tx)
}
