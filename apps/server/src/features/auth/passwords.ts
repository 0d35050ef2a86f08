import { isCommonPassword, passwordTooShort } from '@muster/domain/sign-up.ts'
import { isAPIError } from 'better-auth/api'
import type { Database } from '../../db/database.ts'
import type { SignedInContext } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { appendSecurityEvent, ownAction } from '../security/security.queries.ts'
import { endOtherSessions, readPasswordHash } from './auth.queries.ts'
import type { AuthLibrary } from './auth-library.ts'
import type { AuthThrottles } from './auth-throttles.ts'
import { verifySecret } from './hashing.ts'
import { forgetDevices } from './known-devices.queries.ts'

/** Throws PASSWORD_TOO_SHORT or PASSWORD_COMMON. */
export function requireGoodPassword(password: string, passwordMin: number): void {
  if (password.length < passwordMin)
    throw fail('PASSWORD_TOO_SHORT', undefined, `${passwordTooShort(passwordMin)} long.`)
  if (isCommonPassword(password)) throw fail('PASSWORD_COMMON')
}

/** Sets a new password with the token of a mailed link. Ends all sessions. Throws INVALID_LINK. */
export async function resetPassword(auth: AuthLibrary, token: string, newPassword: string): Promise<void> {
  try {
    await auth.api.resetPassword({ body: { token, newPassword } })
  } catch (error) {
    if (isAPIError(error)) throw fail('INVALID_LINK')
    throw error
  }
}

/** Verifies the password of who is signed in, at most ten times in a quarter of an hour. Throws WRONG_PASSWORD. */
export async function requireOwnPassword(
  { db, actor }: Pick<SignedInContext, 'db' | 'actor'>,
  throttles: Pick<AuthThrottles, 'ownPassword'>,
  password: string,
): Promise<void> {
  await throttles.ownPassword.take(actor.userId)
  const hash = await readPasswordHash(db, actor.userId)
  if (!hash || !(await verifySecret(hash, password))) throw fail('WRONG_PASSWORD')
  await throttles.ownPassword.giveBack(actor.userId)
}

/** Changes the password of who is signed in and ends their other sessions. The current one must have been verified. */
export async function changePassword(
  auth: AuthLibrary,
  db: Database,
  { actor, token }: Pick<SignedInContext, 'actor' | 'token'>,
  passwords: { currentPassword: string; newPassword: string },
): Promise<void> {
  // Before and after: a crash in between leaves no other device signed in with the password that was given up.
  await endOtherSessions(db, actor)
  await auth.api.changePassword({
    body: passwords,
    headers: new Headers({ authorization: `Bearer ${token}` }),
  })
  await endOtherSessions(db, actor)
}

/** What follows a reset by mail. Whoever reads the mail is the owner: guesses of others must not keep them out. */
export async function afterPasswordReset(
  db: Database,
  throttles: Pick<AuthThrottles, 'account'>,
  user: { id: string; email: string },
): Promise<void> {
  await forgetDevices(db, user.id)
  await throttles.account.clear(user.email)
  await db.asOwner('nobody is signed in while a password is reset', tx =>
    appendSecurityEvent(tx, ownAction(user.id, 'password_reset', 'Set a new password by a mailed link.')),
  )
}
