import { expect, it } from 'vitest'
import { getCurrentAccount } from '../lib/run-on-account.ts'
import { createConcurrencyLimits } from './concurrency-limits.ts'

it('the addresses of one network share one queue', async () => {
  const concurrency = createConcurrencyLimits()
  let runningCount = 0
  let maxRunning = 0
  const hash = async () => {
    maxRunning = Math.max(maxRunning, ++runningCount)
    await new Promise(resolve => setTimeout(resolve, 5))
    runningCount--
  }
  await Promise.all(Array.from({ length: 20 }, (_, n) => concurrency.ofAddress(`2001:db8:1:2::${n}`, hash)))
  expect(maxRunning).toBe(4)
})

it('token lookups do not wait behind sign-ins', async () => {
  const concurrency = createConcurrencyLimits()
  const hashGate = Promise.withResolvers<void>()
  const signIns = Array.from({ length: 8 }, () => concurrency.ofAddress('192.0.2.1', () => hashGate.promise))
  expect(await concurrency.ofLookUp('192.0.2.1', async () => 'known')).toBe('known')
  hashGate.resolve()
  await Promise.all(signIns)
})

it("attempts per person are limited to typing speed, while other people's continue", async () => {
  const concurrency = createConcurrencyLimits(() => 0)
  const attempts = await Promise.allSettled(
    Array.from({ length: 17 }, () => concurrency.ofTries('one', async () => 'looked at')),
  )
  expect(attempts.filter(it => it.status === 'fulfilled')).toHaveLength(13)
  expect(await concurrency.ofTries('another', async () => 'looked at')).toBe('looked at')
  // A further attempt is refused before anything is read.
  expect(() => concurrency.requireCapacityForTry('one')).toThrow('Too many at once. Try again with fewer.')
  expect(() => concurrency.requireCapacityForTry('another')).not.toThrow()
})

it("work runs on the account of its address or person, so that one caller's hashes leave room for another's", async () => {
  const concurrency = createConcurrencyLimits()
  const readAccount = async () => getCurrentAccount()
  expect(await concurrency.ofAddress('2001:db8:1:2::7', readAccount)).toBe(
    await concurrency.ofAddress('2001:db8:1:2::8', readAccount),
  )
  expect(await concurrency.ofAddress('192.0.2.1', readAccount)).not.toBe(
    await concurrency.ofAddress('192.0.2.2', readAccount),
  )
  expect(await concurrency.ofElsewhere('192.0.2.1', readAccount)).toBe(
    await concurrency.ofAddress('192.0.2.1', readAccount),
  )
  expect(await concurrency.ofSession({ sessionId: 'one', userId: 'person' }, readAccount)).toBe('person')
})

it('calls with a secret that opens something wait neither for passwords nor for made-up secrets of their address', async () => {
  const concurrency = createConcurrencyLimits()
  const ip = '192.0.2.1'
  const gate = Promise.withResolvers<void>()
  const others = [
    ...Array.from({ length: 100 }, () => concurrency.ofAddress(ip, () => gate.promise)),
    ...Array.from({ length: 900 }, () => concurrency.ofUnknownSecret(ip, () => gate.promise)),
    // Another link that is read a hundred times at once.
    ...Array.from({ length: 100 }, () =>
      concurrency.ofSecret({ key: 'link', ip, isUrgent: false }, () => gate.promise),
    ),
  ]
  expect(await concurrency.ofSecret({ key: 'kiosk', ip, isUrgent: false }, async () => 'read')).toBe('read')
  expect(await concurrency.ofSecret({ key: 'link', ip, isUrgent: true }, async () => 'help')).toBe('help')
  gate.resolve()
  await Promise.all(others.slice(0, 100))
})

it('calls with made-up secrets are slowed down', async () => {
  const concurrency = createConcurrencyLimits()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: 60 }, () => concurrency.ofUnknownSecret('192.0.2.1', async () => 'unknown')),
  )
  expect(performance.now() - startedAt).toBeGreaterThan(100)
})
