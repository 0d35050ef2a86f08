import { randomBytes } from 'node:crypto'
import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import { countersAt } from '@muster/domain/two-step.ts'
import { constantTimeEqual } from 'better-auth/crypto'

/** Letters of six random bits each: 132 bits, more than RFC 4226 asks. */
const SECRET_LENGTH = 22

export const makeAppSecret = (): string =>
  randomBytes(SECRET_LENGTH).toString('base64url').slice(0, SECRET_LENGTH)

/** The secret as authenticator apps take it, and the address that a QR code tells them. */
export function appSetup(secret: string, email: string): { secret: string; address: string } {
  return {
    secret: base32.encode(secret, { padding: false }),
    address: createOTP(secret).url('Muster', email),
  }
}

/**
 * The number of the code (RFC 6238) that was typed, if it counts at this moment (ms) and comes after the last one used;
 * undefined when it does not.
 */
export async function matchingCounter(
  secret: string,
  typed: string,
  { now, after }: { now: number; after: number },
): Promise<number | undefined> {
  const code = typed.replace(/\s/g, '')
  const app = createOTP(secret)
  let match: number | undefined
  for (const counter of countersAt(now))
    if (constantTimeEqual(await app.hotp(counter), code) && counter > after) match ??= counter
  return match
}
