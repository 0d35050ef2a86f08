import { isAPIError } from 'better-auth/api'
import type { Database } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { endSession, statusOfUser } from './auth.queries.ts'
import type { AuthLibrary } from './auth-library.ts'

/**
 * Verifies e-mail and password and opens a session. Answers with its token.
 * Throws INVALID_CREDENTIALS (the same for an unknown address, after the same work), EMAIL_NOT_CONFIRMED,
 * ACCOUNT_NOT_ACTIVE (only to who knows the password).
 */
export async function signIn(
  auth: AuthLibrary,
  db: Database,
  { email, password }: { email: string; password: string },
  headers: Headers,
): Promise<string> {
  try {
    const { token, user } = await auth.api.signInEmail({ body: { email, password }, headers })
    if ((await statusOfUser(db, user.id)) !== 'active') {
      await endSession(db, token)
      throw fail('ACCOUNT_NOT_ACTIVE')
    }
    return token
  } catch (error) {
    if (!isAPIError(error)) throw error
    throw error.body?.code === 'EMAIL_NOT_VERIFIED'
      ? fail('EMAIL_NOT_CONFIRMED')
      : fail('INVALID_CREDENTIALS')
  }
}
