import { msg } from '@lingui/core/runtime-macro'
import { isCommonPassword } from '@muster/domain/sign-up.ts'
import { isAPIError } from 'better-auth/api'
import type { Database } from '../../db/database.ts'
import type { Text } from '../../lib/texts/text.ts'
import type { RequestContext, SignedInContext } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { hashSecret, verifySecret } from '../../rpc/hashing.ts'
import { withRefund } from '../../rpc/rate-limit.ts'
import { noteConsent } from '../consents/index.ts'
import { audit } from '../security/index.ts'
import { storePin } from '../users/index.ts'
import { readPasswordHash, readSignIn, replacePassword } from './auth.queries.ts'
import type { AuthLibrary } from './auth-library.ts'
import type { AuthRateLimits } from './auth-rate-limits.ts'
import { rememberDevice } from './known-devices.queries.ts'
import { endOtherAccess, findUserOfLink, OWNER_REASON } from './other-access.ts'
import { handOverAccount } from './take-over.queries.ts'
import { endUnvouchedSecondStep } from './two-step/two-step.queries.ts'

/** Returns the message for a password that is too short. The specification contains two wordings; this is ours. */
export const passwordTooShortText = (passwordMin: number): Text =>
  msg`Password must be at least ${{ passwordMin }} characters long.`

/** Throws PASSWORD_TOO_SHORT or PASSWORD_COMMON if the password is not acceptable. */
export function requireAcceptablePassword(password: string, passwordMin: number): void {
  if (password.length < passwordMin)
    throw fail('PASSWORD_TOO_SHORT', undefined, passwordTooShortText(passwordMin))
  if (isCommonPassword(password)) throw fail('PASSWORD_COMMON')
}

type NewPassword = {
  readonly token: string
  readonly password: string
  readonly pin?: string | undefined
  /** The version of the location consent text shown on the form. */
  readonly consentVersion?: number | undefined
  readonly retentionDays: number
  /** The ids of passkeys and location apps to keep. */
  readonly keep?: readonly string[] | undefined
}

/**
 * Ends all sessions and forgets all devices; passkeys and location apps not in `keep` go. Returns this device's new token; null if
 * it could not be stored. The email proves ownership: if the address was unconfirmed, all that another person may have added goes
 * too. `pin` is for accounts created by others without one. Throws INVALID_LINK.
 */
export async function resetPassword(
  auth: AuthLibrary,
  { db, log, sessions }: Pick<RequestContext, 'db' | 'log' | 'sessions'>,
  rateLimits: Pick<AuthRateLimits, 'account'>,
  { token, password: newPassword, pin, consentVersion, retentionDays, keep = [] }: NewPassword,
): Promise<{ deviceToken: string | null }> {
  const userId = await findUserOfLink(auth, token)
  // Hash before writing, so that no connection is occupied by hashing.
  const pinHash = pin === undefined ? undefined : await hashSecret(pin)
  const endAccessOfOthers = () =>
    db.asOwner(OWNER_REASON, tx => endOtherAccess(tx, userId, { keptIds: keep, by: 'password' }))
  // Runs before the link is used up, so that the reset can be tried again if this fails.
  await endAccessOfOthers()
  try {
    await auth.api.resetPassword({ body: { token, newPassword } })
  } catch (error) {
    if (isAPIError(error)) throw fail('INVALID_LINK')
    throw error
  }
  sessions.forget({ userId })
  await endAccessOfOthers().catch(error =>
    log.error({ err: error }, 'What was added during a reset may have stayed'),
  )
  // The password is set and the link used up, so later failures must not suggest otherwise.
  const nullOnError = <T>(work: Promise<T>) =>
    work.catch(error => {
      log.error({ err: error }, 'A password was reset, but not all that follows was done')
      return null
    })
  const user = await nullOnError(readSignIn(db, userId))
  if (user) await nullOnError(rateLimits.account.clear(user.email))
  if (user && !user.emailVerified) {
    await nullOnError(
      db.asOwner('nobody is signed in while an account goes to who reads its mail', async tx => {
        await handOverAccount(tx, userId)
        await endUnvouchedSecondStep(tx, userId)
      }),
    )
    sessions.forget({ userId })
  }
  // Stored after other people's access is removed, because this PIN belongs to the current owner.
  if (pinHash) await nullOnError(db.asOwner(OWNER_REASON, tx => storePin(tx, userId, pinHash)))
  const deviceToken = await nullOnError(db.asOwner(OWNER_REASON, tx => rememberDevice(tx, userId, {})))
  await nullOnError(
    db.asOwner(OWNER_REASON, tx => audit(tx, 'user_action_password_reset', { actorId: userId })),
  )
  if (consentVersion !== undefined)
    await nullOnError(
      db.asOwner('nobody is signed in while an account is set up', tx =>
        noteConsent(tx, userId, { decision: 'given', askedAt: 'invitation', retentionDays }),
      ),
    )
  return { deviceToken }
}

/** At most ten wrong in a quarter of an hour, which the security log records. Throws WRONG_PASSWORD or TOO_MANY_REQUESTS. */
export function requireOwnPassword(
  { db, actor, concurrency }: Pick<SignedInContext, 'db' | 'actor' | 'concurrency'>,
  rateLimits: Pick<AuthRateLimits, 'ownPassword'>,
  password: string,
): Promise<string> {
  return concurrency.ofTries(actor.userId, async () => {
    const attempt = await rateLimits.ownPassword.take(actor.userId)
    const verifiedHash = await withRefund([attempt], async () => {
      const hash = await readPasswordHash(db, actor.userId)
      return hash && (await verifySecret(hash, password)) ? hash : null
    })
    if (verifiedHash !== null) {
      await attempt.refund()
      return verifiedHash
    }
    await db.asOwner('a wrong password is what the server found out, not what the person says', tx =>
      audit(tx, 'own_password_failed', { actorId: actor.userId, aboutId: actor.userId }),
    )
    throw fail('WRONG_PASSWORD')
  })
}

/** Ends the other sessions and their devices. Throws WRONG_PASSWORD if the password is no longer that of `verifiedHash`. */
export async function changePassword(
  db: Database,
  actor: SignedInContext['actor'],
  verifiedHash: string,
  newPassword: string,
): Promise<void> {
  const newHash = await hashSecret(newPassword)
  await db.asOwner('requests may not read password hashes', async tx => {
    if (!(await replacePassword(tx, actor, { verified: verifiedHash, next: newHash })))
      throw fail('WRONG_PASSWORD')
    await audit(tx, 'user_action_password_changed', { actorId: actor.userId })
  })
}
