import { expect, it } from 'vitest'
import { accountOfWork } from '../lib/run-on-account.ts'
import { createConcurrencyLimits } from './concurrency-limits.ts'

it('the addresses of one network share one queue', async () => {
  const concurrency = createConcurrencyLimits()
  let running = 0
  let max = 0
  const hash = async () => {
    max = Math.max(max, ++running)
    await new Promise(resolve => setTimeout(resolve, 5))
    running--
  }
  await Promise.all(Array.from({ length: 20 }, (_, n) => concurrency.ofAddress(`2001:db8:1:2::${n}`, hash)))
  expect(max).toBe(2)
})

it('token lookups do not wait behind sign-ins', async () => {
  const concurrency = createConcurrencyLimits()
  const hashing = Promise.withResolvers<void>()
  const signIns = Array.from({ length: 8 }, () => concurrency.ofAddress('192.0.2.1', () => hashing.promise))
  expect(await concurrency.ofLookUp('192.0.2.1', async () => 'known')).toBe('known')
  hashing.resolve()
  await Promise.all(signIns)
})

it("attempts per person are limited to typing speed, while other people's continue", async () => {
  const concurrency = createConcurrencyLimits(() => 0)
  const tries = await Promise.allSettled(
    Array.from({ length: 17 }, () => concurrency.ofTries('one', async () => 'looked at')),
  )
  expect(tries.filter(it => it.status === 'fulfilled')).toHaveLength(13)
  expect(await concurrency.ofTries('another', async () => 'looked at')).toBe('looked at')
  // A further attempt is refused before anything is read.
  expect(() => concurrency.requireCapacityForTry('one')).toThrow('Too many at once. Try again with fewer.')
  expect(() => concurrency.requireCapacityForTry('another')).not.toThrow()
})

it("work runs on the account of its address or person, so that one caller's hashes leave room for another's", async () => {
  const concurrency = createConcurrencyLimits()
  const of = async () => accountOfWork()
  expect(await concurrency.ofAddress('2001:db8:1:2::7', of)).toBe(
    await concurrency.ofAddress('2001:db8:1:2::8', of),
  )
  expect(await concurrency.ofAddress('192.0.2.1', of)).not.toBe(await concurrency.ofAddress('192.0.2.2', of))
  expect(await concurrency.ofElsewhere('192.0.2.1', of)).toBe(await concurrency.ofAddress('192.0.2.1', of))
  expect(await concurrency.ofSession({ sessionId: 'one', userId: 'person' }, of)).toBe('person')
})
