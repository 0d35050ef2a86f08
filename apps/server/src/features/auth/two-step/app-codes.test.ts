import { createOTP } from '@better-auth/utils/otp'
import { expect, it } from 'vitest'
import { createAppSecret, createAppSetup, findMatchingCounter } from './app-codes.ts'

// The secret and codes are from RFC 6238, appendix B (the last six of the eight digits).
const secret = '12345678901234567890'
const now = 59_000

it('the test vectors of the standard are valid codes', async () => {
  expect(await findMatchingCounter(secret, '287082', { now, after: 0 })).toBe(1)
  expect(await findMatchingCounter(secret, '287 082', { now, after: 0 })).toBe(1)
  expect(await findMatchingCounter(secret, '287083', { now, after: 0 })).toBeUndefined()
})

it('only the previous, the current and the next code are valid', async () => {
  const createCode = (counter: number) => createOTP(secret).hotp(counter)
  const isAccepted = async (counter: number) =>
    (await findMatchingCounter(secret, await createCode(counter), { now: 300_000, after: 0 })) === counter
  expect(await Promise.all([8, 9, 10, 11, 12].map(isAccepted))).toEqual([false, true, true, true, false])
})

it('a used code and all earlier ones are invalid', async () => {
  expect(await findMatchingCounter(secret, '287082', { now, after: 1 })).toBeUndefined()
  expect(await findMatchingCounter(secret, '287082', { now, after: 2 })).toBeUndefined()
})

it("an authenticator app gets the secret in base32, with the account's name", () => {
  const { secret: secretText, address } = createAppSetup(secret, 'ana+1@example.org')
  expect(secretText).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(address).toBe(
    `otpauth://totp/Muster:ana%2B1%40example.org?secret=${secretText}&issuer=Muster&digits=6&period=30`,
  )
  expect(new Set(Array.from({ length: 50 }, createAppSecret)).size).toBe(50)
})
