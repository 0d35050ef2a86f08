import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { isSameSecret } from '../../../lib/secrets.ts'
import { fail } from '../../../rpc/fail.ts'
import type { AuthLibrary } from '../auth-library.ts'

const LIFETIME_MS = 10 * 60_000
const attemptSchema = z.object({ nonce: z.string(), verifier: z.string(), ticketHash: z.string() })

const createRandomToken = () => randomBytes(32).toString('base64url')
const hashTicket = (ticket: string) => createHash('sha256').update(ticket).digest('base64url')
const toIdentifier = (state: string) => `single-sign-on:${state}`

export type Attempt = { readonly state: string; readonly nonce: string; readonly verifier: string }

/**
 * Begins a single sign-on. Finishing it requires the ticket, which stays in the browser that began the sign-in, so that a link
 * cannot sign somebody in to another person's account.
 */
export async function beginAttempt(auth: AuthLibrary): Promise<Attempt & { ticket: string }> {
  const attempt = {
    state: createRandomToken(),
    nonce: createRandomToken(),
    verifier: createRandomToken(),
    ticket: createRandomToken(),
  }
  const { internalAdapter } = await auth.$context
  await internalAdapter.createVerificationValue({
    identifier: toIdentifier(attempt.state),
    value: JSON.stringify({
      nonce: attempt.nonce,
      verifier: attempt.verifier,
      ticketHash: hashTicket(attempt.ticket),
    }),
    expiresAt: new Date(Date.now() + LIFETIME_MS),
  })
  return attempt
}

/** Throws SIGN_IN_EXPIRED if there is none, or if the ticket is not the one given to the browser that began it. */
export async function takeAttempt(auth: AuthLibrary, state: string, ticket: string): Promise<Attempt> {
  const { internalAdapter } = await auth.$context
  const storedAttempt = await internalAdapter.consumeVerificationValue(toIdentifier(state))
  const parsedAttempt = attemptSchema.safeParse(JSON.parse(storedAttempt?.value ?? 'null'))
  if (!parsedAttempt.success || !isSameSecret(parsedAttempt.data.ticketHash, hashTicket(ticket)))
    throw fail('SIGN_IN_EXPIRED')
  return { state, ...parsedAttempt.data }
}
