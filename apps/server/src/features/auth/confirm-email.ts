import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { isSameSecret, signText } from '../../lib/secrets.ts'
import { fail } from '../../rpc/fail.ts'
import { verifySecret } from '../../rpc/hashing.ts'
import { withRefund } from '../../rpc/rate-limit.ts'
import { readPasswordHashByEmail } from './auth.queries.ts'
import type { AuthLibrary } from './auth-library.ts'
import type { AuthRateLimits } from './auth-rate-limits.ts'

type Deps = {
  readonly auth: AuthLibrary
  readonly db: Database
  readonly rateLimits: Pick<AuthRateLimits, 'account'>
  readonly secret: string
}

/**
 * Requires the password: a stranger may have signed up with the address, and its owner's click must not validate the stranger's
 * password. The owner resets it instead. Throws INVALID_LINK, WRONG_PASSWORD, TOO_MANY_REQUESTS.
 */
export async function confirmEmail(
  { auth, db, rateLimits, secret }: Deps,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const email = readVerifiedAddress(token, secret)
  const attempt = await rateLimits.account.take(email)
  const isCorrect = await withRefund([attempt], async () => {
    const hash = await readPasswordHashByEmail(db, email)
    return hash !== null && (await verifySecret(hash, password))
  })
  if (!isCorrect) throw fail('WRONG_PASSWORD')
  await attempt.refund()
  await auth.api.verifyEmail({ query: { token } }).catch(error => {
    throw isAPIError(error) ? fail('INVALID_LINK') : error
  })
}

const payloadSchema = z.object({ email: z.email() })

/**
 * Verifies the signature first (HS256, RFC 7515): forged links must neither use up attempts nor reveal accounts. Throws
 * INVALID_LINK.
 */
function readVerifiedAddress(token: string, secret: string): string {
  const [header = '', body = '', signature = ''] = token.split('.')
  if (!isSameSecret(signature, signText(secret, `${header}.${body}`))) throw fail('INVALID_LINK')
  const parsed = payloadSchema.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  if (!parsed.success) throw fail('INVALID_LINK')
  return parsed.data.email.toLowerCase()
}
