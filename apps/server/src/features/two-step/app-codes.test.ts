import { createOTP } from '@better-auth/utils/otp'
import { expect, it } from 'vitest'
import { appSetup, makeAppSecret, matchingCounter } from './app-codes.ts'

// The secret and a code of RFC 6238, appendix B (the last six of its eight digits).
const secret = '12345678901234567890'
const now = 59_000

it('knows the codes of the standard', async () => {
  expect(await matchingCounter(secret, '287082', { now, after: 0 })).toBe(1)
  expect(await matchingCounter(secret, '287 082', { now, after: 0 })).toBe(1)
  expect(await matchingCounter(secret, '287083', { now, after: 0 })).toBeUndefined()
})

it('takes the code before and the one after, and none beyond', async () => {
  const of = (counter: number) => createOTP(secret).hotp(counter)
  const counts = async (counter: number) =>
    (await matchingCounter(secret, await of(counter), { now: 300_000, after: 0 })) === counter
  expect(await Promise.all([8, 9, 10, 11, 12].map(counts))).toEqual([false, true, true, true, false])
})

it('takes none that was used, nor one before it', async () => {
  expect(await matchingCounter(secret, '287082', { now, after: 1 })).toBeUndefined()
  expect(await matchingCounter(secret, '287082', { now, after: 2 })).toBeUndefined()
})

it('tells an app the secret in letters it takes, and whose it is', () => {
  const { secret: letters, address } = appSetup(secret, 'ana+1@example.org')
  expect(letters).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(address).toBe(
    `otpauth://totp/Muster:ana%2B1%40example.org?secret=${letters}&issuer=Muster&digits=6&period=30`,
  )
  expect(new Set(Array.from({ length: 50 }, makeAppSecret)).size).toBe(50)
})
