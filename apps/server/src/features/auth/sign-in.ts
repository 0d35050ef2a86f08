import { randomInt } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { isAPIError } from 'better-auth/api'
import type { Database } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { type RateLimit, withRefund } from '../../rpc/rate-limit.ts'
import { readPasswordHashByEmail } from './auth.queries.ts'
import type { AuthLibrary } from './auth-library.ts'
import { type AuthRateLimits, toAccountAddressKey } from './auth-rate-limits.ts'
import { isKnownDevice } from './known-devices.queries.ts'
import { storeSession } from './store-session.ts'

/** The IP address and user agent of the device that is signing in. */
export type Client = { readonly ip: string; readonly userAgent: string }

/** Receives successful, failed and refused sign-ins. The security feature logs them and detects patterns. */
export type SignInMonitor = {
  signedIn(who: Client & { userId: string; email: string }): Promise<void>
  failed(who: Client & { email: string }): Promise<void>
  /** Called when a sign-in is refused before the password is checked, or despite the correct password. */
  refused(who: Client & { email: string; reason: RefusalReason }): Promise<void>
}

export type RefusalReason = 'address_limit' | 'account_limit' | 'not_confirmed' | 'not_active' | 'passkey'

type Deps = {
  readonly auth: AuthLibrary
  readonly db: Database
  readonly rateLimits: AuthRateLimits
  readonly monitor: SignInMonitor
}
type Credentials = {
  readonly email: string
  readonly password: string
  readonly deviceToken?: string | undefined
}
/** Only one in this many guesses counts against the IP address if there is no password to find. */
const UNKNOWN_ACCOUNT_WEIGHT = 4

export type SignInResult = { readonly token: string; readonly deviceToken: string }

/**
 * Throws TOO_MANY_REQUESTS, INVALID_CREDENTIALS (for unknown addresses after the same work), EMAIL_NOT_CONFIRMED,
 * ACCOUNT_NOT_ACTIVE, SECOND_STEP_NEEDED (only after the correct password).
 */
export async function signIn(
  { auth, db, rateLimits, monitor }: Deps,
  credentials: Credentials,
  headers: Headers,
  client: Client,
): Promise<SignInResult> {
  const email = credentials.email.trim().toLowerCase()
  const { deviceToken, password } = credentials
  const isKnown = deviceToken !== undefined && (await isKnownDevice(db, email, deviceToken))
  const reportRefusal = (reason: RefusalReason) => monitor.refused({ ...client, email, reason })
  const takeAttempt = (rateLimit: RateLimit, key: string, reason: RefusalReason) =>
    rateLimit.take(key).catch(async error => {
      if (error instanceof ORPCError) await reportRefusal(reason)
      throw error
    })
  // An attempt refused by the account's limit also counts against the IP address. Known devices are exempt from the address's
  // limit.
  const addressAttempt = isKnown ? undefined : await rateLimits.address.take(client.ip).catch(ignoreRefusal)
  // Once the address's limit is exhausted, limit this account at this address instead, so that guesses at other accounts from the
  // same address cannot lock this person out.
  const busyAddressAttempt =
    isKnown || addressAttempt
      ? undefined
      : await takeAttempt(rateLimits.accountAtAddress, toAccountAddressKey(email, client.ip), 'address_limit')
  const accountAttempt = isKnown
    ? await takeAttempt(rateLimits.device, `${email} ${deviceToken}`, 'account_limit')
    : await takeAttempt(rateLimits.account, email, 'account_limit')
  const { opened, kept, verified } = await withRefund(
    [accountAttempt, addressAttempt, busyAddressAttempt],
    async () => {
      const verifiedHash = await readPasswordHashByEmail(db, email)
      const session = await openSession(auth, { email, password }, headers)
      if (typeof session === 'string') return { opened: session, kept: session, verified: verifiedHash }
      return {
        opened: session,
        kept: await storeSession(db, { ...session, verified: verifiedHash, deviceToken }),
        verified: verifiedHash,
      }
    },
  )
  if (kept === 'refused') {
    const countsAgainstAddress = verified !== null || randomInt(UNKNOWN_ACCOUNT_WEIGHT) === 0
    // These run in parallel, so that the responses for known and unknown accounts take equally long.
    await Promise.all([
      monitor.failed({ ...client, email }),
      !countsAgainstAddress && addressAttempt?.refund(),
    ])
    throw fail('INVALID_CREDENTIALS')
  }
  // A correct password is no guess, so the attempts are refunded.
  await Promise.all([accountAttempt.refund(), addressAttempt?.refund(), busyAddressAttempt?.refund()])
  if (kept === 'not-confirmed') {
    await reportRefusal('not_confirmed')
    throw fail('EMAIL_NOT_CONFIRMED')
  }
  if (kept === 'not-active' || typeof opened === 'string') {
    await reportRefusal('not_active')
    throw fail('ACCOUNT_NOT_ACTIVE')
  }
  if ('pending' in kept)
    throw fail('SECOND_STEP_NEEDED', { pending: kept.pending, expiresAt: kept.expiresAt.toISOString() })
  await monitor.signedIn({ ...client, userId: opened.userId, email })
  return kept
}

/** Returns undefined for an exhausted limit and rethrows other errors. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof ORPCError)) throw error
}

async function openSession(
  auth: AuthLibrary,
  body: { email: string; password: string },
  headers: Headers,
): Promise<{ handle: string; userId: string } | 'refused' | 'not-confirmed'> {
  try {
    const { token, user } = await auth.api.signInEmail({ body, headers })
    return { handle: token, userId: user.id }
  } catch (error) {
    if (!isAPIError(error)) throw error
    return error.body?.code === 'EMAIL_NOT_VERIFIED' ? 'not-confirmed' : 'refused'
  }
}
