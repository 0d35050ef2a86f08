import { isAPIError } from 'better-auth/api'
import type { Database } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { endSession, statusOfUser } from './auth.queries.ts'
import type { AuthLibrary } from './auth-library.ts'
import type { AuthThrottles } from './auth-throttles.ts'
import { isKnownDevice, rememberDevice } from './known-devices.queries.ts'

/** What is known of the device that signs in. */
export type Client = { readonly ip: string; readonly userAgent: string }

/** Where sign-ins and failures are reported; the security feature logs them and looks for patterns. */
export type SignInMonitor = {
  signedIn(who: Client & { userId: string; email: string }): Promise<void>
  failed(who: Client & { email: string }): Promise<void>
}

type Deps = {
  readonly auth: AuthLibrary
  readonly db: Database
  readonly throttles: AuthThrottles
  readonly monitor: SignInMonitor
}
type Credentials = {
  readonly email: string
  readonly password: string
  readonly deviceToken?: string | undefined
}
type SignedIn = { readonly token: string; readonly deviceToken: string }

/**
 * Verifies e-mail and password and opens a session.
 * Throws TOO_MANY_REQUESTS, INVALID_CREDENTIALS (the same for an unknown address, after the same work),
 * EMAIL_NOT_CONFIRMED, ACCOUNT_NOT_ACTIVE (only to who knows the password).
 */
export async function signIn(
  { auth, db, throttles, monitor }: Deps,
  credentials: Credentials,
  headers: Headers,
  client: Client,
): Promise<SignedIn> {
  const email = credentials.email.trim().toLowerCase()
  const { deviceToken, password } = credentials
  const known = deviceToken !== undefined && (await isKnownDevice(db, email, deviceToken))
  const guesses = known ? throttles.device : throttles.account
  const key = known ? `${email} ${deviceToken}` : email
  await guesses.take(key)
  // An address that tries too much must not use up the tries of the account, and a known device is no stranger there.
  if (!known)
    await throttles.address.take(client.ip).catch(async refusal => {
      await guesses.giveBack(key)
      throw refusal
    })
  const opened = await openSession(auth, { email, password }, headers)
  // Whoever knew the password did not guess.
  if (opened !== 'refused')
    await Promise.all([known ? undefined : throttles.address.giveBack(client.ip), guesses.giveBack(key)])
  if (opened === 'refused') {
    await monitor.failed({ ...client, email })
    throw fail('INVALID_CREDENTIALS')
  }
  if (opened === 'not-confirmed') throw fail('EMAIL_NOT_CONFIRMED')
  const { token, userId } = opened
  if ((await statusOfUser(db, userId)) !== 'active') {
    await endSession(db, token)
    throw fail('ACCOUNT_NOT_ACTIVE')
  }
  await monitor.signedIn({ ...client, userId, email })
  return { token, deviceToken: await rememberDevice(db, userId, deviceToken) }
}

async function openSession(
  auth: AuthLibrary,
  body: { email: string; password: string },
  headers: Headers,
): Promise<{ token: string; userId: string } | 'refused' | 'not-confirmed'> {
  try {
    const { token, user } = await auth.api.signInEmail({ body, headers })
    return { token, userId: user.id }
  } catch (error) {
    if (!isAPIError(error)) throw error
    return error.body?.code === 'EMAIL_NOT_VERIFIED' ? 'not-confirmed' : 'refused'
  }
}
