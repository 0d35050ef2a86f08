import { randomBytes } from 'node:crypto'
import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import { countersAt } from '@muster/domain/two-step.ts'
import { constantTimeEqual } from 'better-auth/crypto'

/** Length in characters with six random bits each: 132 bits in total, more than RFC 4226 requires. */
const SECRET_LENGTH = 22

export const createAppSecret = (): string =>
  randomBytes(SECRET_LENGTH).toString('base64url').slice(0, SECRET_LENGTH)

/** Returns the secret in base32 for authenticator apps, and the URL for a QR code. */
export function createAppSetup(secret: string, email: string): { secret: string; address: string } {
  return {
    secret: base32.encode(secret, { padding: false }),
    address: createOTP(secret).url('Muster', email),
  }
}

/** Returns the counter (RFC 6238) of a code that is valid at `now` (ms) and newer than the last used one; otherwise undefined. */
export async function findMatchingCounter(
  secret: string,
  typedCode: string,
  { now, after }: { now: number; after: number },
): Promise<number | undefined> {
  const code = typedCode.replace(/\s/g, '')
  const otp = createOTP(secret)
  let matchedCounter: number | undefined
  for (const counter of countersAt(now))
    if (constantTimeEqual(await otp.hotp(counter), code) && counter > after) matchedCounter ??= counter
  return matchedCounter
}
