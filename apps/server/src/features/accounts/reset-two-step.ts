import type { Tx } from '../../db/database.ts'
import type { MailQueue } from '../../jobs/mail-queue.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { deleteSecondFactors } from '../auth/index.ts'
import { audit } from '../security/index.ts'
import { lockOtherAccount } from './other-account.ts'

/**
 * Ends all sessions too, because somebody may have found the lost device, and mails the person. Throws FORBIDDEN for forbidden and
 * missing accounts alike, TWO_STEP_OFF.
 */
export async function resetTwoStep(
  { tx, mails }: { tx: Tx; mails: Pick<MailQueue, 'add'> },
  actor: SignedInActor,
  userId: string,
): Promise<void> {
  const target = await lockOtherAccount(tx, actor, userId)
  if (!(await deleteSecondFactors(tx, target.id))) throw fail('TWO_STEP_OFF')
  await audit(tx, 'two_step_reset:by_admin', { actorId: actor.userId, aboutId: target.id })
  await mails.add({ kind: 'two-step-reset', email: target.email }, tx)
}
