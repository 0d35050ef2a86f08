import type { passkeyAssertion, passkeyAttestation } from '@muster/contract/passkeys.ts'
import { isAPIError } from 'better-auth/api'
import type { z } from 'zod'
import { fail } from '../../../rpc/fail.ts'
import type { AuthLibrary } from '../auth-library.ts'
import { OWNER_HEADER } from './passkey-plugin.ts'

type Ceremony = { readonly ticket: string; readonly options: Record<string, unknown> }
type Person = { readonly userId: string; readonly email: string }

/** The ticket is the state between a ceremony's halves, signed, valid once for five minutes; the library would use a cookie. */
const readTicket = (headers: Headers): string => headers.get('set-cookie')?.split(';')[0] ?? ''

/** Returns the options for creating a new passkey for the person, and the ticket. */
export async function beginRegistration(auth: AuthLibrary, { userId, email }: Person): Promise<Ceremony> {
  const { headers, response } = await auth.api.generatePasskeyRegistrationOptions({
    query: { context: JSON.stringify({ userId, email }) },
    returnHeaders: true,
  })
  return { ticket: readTicket(headers), options: { ...response } }
}

/** Verifies and stores a device's new passkey. Returns its id. Throws PASSKEY_REFUSED. */
export async function finishRegistration(
  auth: AuthLibrary,
  userId: string,
  input: { ticket: string; name: string; made: z.output<typeof passkeyAttestation> },
): Promise<string> {
  const { id, ...response } = input.made
  const passkey = await refuseApiErrors(
    auth.api.verifyPasskeyRegistration({
      headers: new Headers({ cookie: input.ticket, [OWNER_HEADER]: userId }),
      body: { name: input.name, response: toCredential(id, response) },
    }),
  )
  return passkey.id
}

/** Returns the options for signing in with any passkey that the device has for this site, and the ticket. */
export async function beginAuthentication(auth: AuthLibrary): Promise<Ceremony> {
  const { headers, response } = await auth.api.generatePasskeyAuthenticationOptions({
    headers: new Headers(),
    returnHeaders: true,
  })
  return { ticket: readTicket(headers), options: { ...response, userVerification: 'required' } }
}

/** Returns the handle of the session the library opens, which does not work as a token. Throws PASSKEY_REFUSED. */
export async function finishAuthentication(
  auth: AuthLibrary,
  { ticket, made }: { ticket: string; made: z.output<typeof passkeyAssertion> },
  headers: Headers,
): Promise<{ handle: string; userId: string }> {
  const { id, ...response } = made
  const headersWithTicket = new Headers(headers)
  headersWithTicket.set('cookie', ticket)
  const { session } = await refuseApiErrors(
    auth.api.verifyPasskeyAuthentication({
      headers: headersWithTicket,
      body: { response: toCredential(id, response) },
    }),
  )
  return { handle: session.token, userId: session.userId }
}

const toCredential = <R>(id: string, response: R) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
  response,
})

async function refuseApiErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isAPIError(error) ? fail('PASSKEY_REFUSED') : error
  }
}
