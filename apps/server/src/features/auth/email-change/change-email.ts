import type { Database, Tx } from '../../../db/database.ts'
import type { MailQueue } from '../../../jobs/mail-queue.ts'
import { hashToken } from '../../../lib/secrets.ts'
import { fail } from '../../../rpc/fail.ts'
import { verifySecret } from '../../../rpc/hashing.ts'
import { withRefund } from '../../../rpc/rate-limit.ts'
import type { Sessions } from '../../../rpc/sessions.ts'
import { audit } from '../../security/index.ts'
import { readPasswordHash } from '../auth.queries.ts'
import type { AuthRateLimits } from '../auth-rate-limits.ts'
import { endOtherAccess } from '../other-access.ts'
import { deletePassword, endSessions, forgetDevices } from '../sign-ins.queries.ts'
import {
  confirmedAt,
  deleteChangesFrom,
  deletePasswordsSince,
  type EmailChangeRequest,
  findChangeToConfirm,
  hasJoined,
  insertChange,
  lockChangeToConfirm,
  lockChangeToObject,
  markConfirmed,
  updateEmail,
} from './email-change.queries.ts'

type MailQueueWriter = Pick<MailQueue, 'add'>

/** Stores a requested change and queues both emails about it in the same transaction. Throws USER_EXISTS. */
export async function requestEmailChange(
  tx: Tx,
  orders: MailQueueWriter,
  request: EmailChangeRequest,
): Promise<void> {
  const change = await insertChange(tx, request)
  if (!change) throw fail('USER_EXISTS')
  await audit(tx, 'email_change_asked', { actorId: request.requestedBy, aboutId: request.userId })
  await orders.add({ kind: 'email-change-confirm', email: request.newEmail, changeId: change.id }, tx)
  await orders.add({ kind: 'email-change-notice', email: change.oldEmail, changeId: change.id }, tx)
}

type Deps = {
  readonly db: Database
  readonly orders: MailQueueWriter
  readonly sessions: Pick<Sessions, 'forget'>
  readonly rateLimits: Pick<AuthRateLimits, 'account'>
}

/**
 * Requires the password, if there is one. If the owner has never signed in, an invitation goes to the new address. Throws
 * INVALID_LINK, WRONG_PASSWORD, USER_EXISTS, TOO_MANY_REQUESTS.
 */
export async function confirmEmailChange(
  { db, orders, sessions, rateLimits }: Deps,
  { token, password }: { token: string; password?: string | undefined },
): Promise<string> {
  const pendingChange = await findChangeToConfirm(db, hashToken(token))
  if (!pendingChange) throw fail('INVALID_LINK')
  const verifiedHash = await readPasswordHash(db, pendingChange.userId)
  if (verifiedHash !== null) {
    if (password === undefined) throw fail('WRONG_PASSWORD')
    const attempt = await rateLimits.account.take(pendingChange.oldEmail)
    if (!(await withRefund([attempt], () => verifySecret(verifiedHash, password))))
      throw fail('WRONG_PASSWORD')
    await attempt.refund()
  }
  await db.asOwner('nobody is signed in while a link is opened', async tx => {
    const change = await lockChangeToConfirm(tx, pendingChange)
    if (!change) throw fail('INVALID_LINK')
    const { userId, newEmail } = change
    if (!(await updateEmail(tx, userId, newEmail))) throw fail('USER_EXISTS')
    await markConfirmed(tx, change.id)
    await audit(tx, 'user_action_email_changed', { actorId: userId })
    if (!(await hasJoined(tx, userId))) await orders.add({ kind: 'invitation', email: newEmail }, tx)
  })
  // Drop the person's cached sessions, which contain the address.
  sessions.forget({ userId: pendingChange.userId })
  return pendingChange.newEmail
}

/**
 * Cancels, or reverts within a week of the confirmation. A stranger may be signed in, so reverting ends all sessions and access
 * added since, and mails a link for a password; if the account itself requested the change, the old password goes too. Throws
 * INVALID_LINK, USER_EXISTS.
 */
export async function objectToEmailChange(
  { db, orders, sessions }: Omit<Deps, 'rateLimits'>,
  token: string,
): Promise<{ outcome: 'cancelled' | 'taken_back'; email: string }> {
  const change = await db.asOwner('nobody is signed in while a link is opened', async tx => {
    const change = await lockChangeToObject(tx, hashToken(token))
    if (!change) throw fail('INVALID_LINK')
    const { userId, oldEmail, isConfirmed } = change
    if (isConfirmed) {
      if (!(await updateEmail(tx, userId, oldEmail))) throw fail('USER_EXISTS')
      // A stranger in the new mailbox may have added a password, passkeys or trackers.
      await deletePasswordsSince(tx, change)
      await endOtherAccess(tx, userId, { since: confirmedAt(change.id), by: 'email' })
      await endSessions(tx, userId)
      await forgetDevices(tx, userId)
      if (change.requestedBy === userId) await deletePassword(tx, userId)
      await orders.add({ kind: 'reset-password', email: oldEmail }, tx)
    }
    await deleteChangesFrom(tx, change)
    await audit(tx, 'user_action_email_change_objected', { actorId: userId })
    return change
  })
  sessions.forget({ userId: change.userId })
  return { outcome: change.isConfirmed ? 'taken_back' : 'cancelled', email: change.oldEmail }
}
