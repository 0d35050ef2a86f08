import type { passkeyAssertion } from '@muster/contract/passkeys.ts'
import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { readSignIn } from './auth.queries.ts'
import type { AuthLibrary } from './auth-library.ts'
import { finishAuthentication } from './passkeys/ceremonies.ts'
import { readOwnerOfPasskey, recordPasskeyUse } from './passkeys/passkeys.queries.ts'
import type { Client, SignInMonitor, SignInResult } from './sign-in.ts'
import { storeSession } from './store-session.ts'

type Deps = { readonly auth: AuthLibrary; readonly db: Database; readonly monitor: SignInMonitor }
type Input = {
  readonly ticket: string
  readonly made: z.output<typeof passkeyAssertion>
  readonly deviceToken?: string | undefined
}

/** A passkey replaces both steps, so neither password nor code is required. Throws PASSKEY_REFUSED, ACCOUNT_NOT_ACTIVE. */
export async function signInWithPasskey(
  { auth, db, monitor }: Deps,
  { deviceToken, ...assertion }: Input,
  headers: Headers,
  client: Client,
): Promise<SignInResult> {
  const { handle, userId } = await finishAuthentication(auth, assertion, headers).catch(async error => {
    // Report the refusal of a stored passkey, because the device may be a clone.
    const owner = error instanceof ORPCError ? await readOwnerOfPasskey(db, assertion.made.id) : undefined
    if (owner) await monitor.refused({ ...client, email: owner, reason: 'passkey' })
    throw error
  })
  const session = await storeSession(db, {
    userId,
    handle,
    deviceToken,
    holdsPasskey: tx => recordPasskeyUse(tx, userId, assertion.made.id),
  })
  if (session === 'refused' || (typeof session === 'object' && 'pending' in session))
    throw fail('PASSKEY_REFUSED')
  const email = (await readSignIn(db, userId))?.email ?? ''
  if (session === 'not-active') {
    await monitor.refused({ ...client, email, reason: 'not_active' })
    throw fail('ACCOUNT_NOT_ACTIVE')
  }
  await monitor.signedIn({ ...client, userId, email })
  return session
}
