import { createEmailVerificationToken } from 'better-auth/api'
import type { Database } from '../../db/database.ts'
import type { MailWork } from '../../jobs/mail-queue.ts'
import { createToken, hashToken } from '../../lib/secrets.ts'
import { endOlderLinks, isActive, readLanguage, readPasswordHash } from './auth.queries.ts'
import { type AuthLibrary, LINK_LIFETIME_SECONDS } from './auth-library.ts'
import type { AuthMails } from './auth-mails.ts'
import { storeTokenHash } from './email-change/email-change.queries.ts'
import { createPasswordLink } from './password-link.ts'

type Deps = {
  readonly auth: AuthLibrary
  readonly db: Pick<Database, 'pool'>
  readonly mails: AuthMails
  readonly secret: string
}

/** Time (ms) that an account may take to appear, because a sign-up queues its email before it commits. */
const SIGN_UP_GRACE_MS = 30_000

/**
 * Makes the link only when sending, so no queued job contains a secret and a delayed link has its full lifetime. Older links that
 * expire earlier end. Unknown addresses silently get nothing; sign-up confirmations are retried, as the account may not be committed
 * yet.
 */
export function sendOrderedMail({ auth, db, mails, secret }: Deps): MailWork {
  return async ({ kind, email, changeId }, orderedAt) => {
    // These emails may go to an address without an account: the first to a new address, the second possibly to a former one.
    if (kind === 'email-change-confirm' || kind === 'email-change-notice')
      return changeId === undefined ? undefined : sendEmailChange({ db, mails }, kind, changeId)
    const { internalAdapter } = await auth.$context
    const account = (await internalAdapter.findUserByEmail(email.toLowerCase()))?.user
    if (!account) {
      if (kind === 'confirm-email' && Date.now() - orderedAt.getTime() < SIGN_UP_GRACE_MS)
        throw new Error('There is no such account yet')
      return
    }
    const user = { ...account, language: await readLanguage(db, account.id) }
    if (kind === 'two-step-reset') return mails.twoStepReset(user)
    if (kind === 'passkey-added') return mails.passkeyAdded(user)
    if (kind === 'already-registered') return mails.alreadyRegistered(user)
    if (kind === 'confirm-email') {
      if (user.emailVerified) return
      return mails.confirmEmail(
        user,
        await createEmailVerificationToken(secret, user.email, undefined, LINK_LIFETIME_SECONDS),
      )
    }
    // A suspended person could do nothing with the link.
    if (!(await isActive(db, user.id))) return
    if (kind === 'data-download') return mails.dataDownload(user)
    const isInvitation = kind === 'invitation'
    const link = await createPasswordLink(auth, user.id, isInvitation ? 'invitation' : 'reset')
    await (isInvitation
      ? mails.invitation(user, link.token)
      : mails.resetPassword(user, link.token, (await readPasswordHash(db, user.id)) !== null))
    // End older links only after the new one has been sent. Anybody can request a reset, so it does not end an invitation, which
    // expires later than the reset link.
    await endOlderLinks(db, { userId: user.id, linkId: link.id, endingBefore: link.expiresAt })
  }
}

async function sendEmailChange(
  { db, mails }: Pick<Deps, 'db' | 'mails'>,
  kind: 'email-change-confirm' | 'email-change-notice',
  changeId: string,
): Promise<void> {
  const token = createToken()
  const purpose = kind === 'email-change-confirm' ? 'confirm' : 'object'
  const change = await storeTokenHash(db, changeId, purpose, hashToken(token))
  if (!change) return
  await (purpose === 'confirm' ? mails.confirmNewEmail(change, token) : mails.emailChanges(change, token))
}
