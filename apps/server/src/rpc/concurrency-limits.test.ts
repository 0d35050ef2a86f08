import { expect, it } from 'vitest'
import { accountOfWork } from '../lib/account-of-work.ts'
import { createConcurrencyLimits } from './concurrency-limits.ts'

it('the addresses of one network stand in one line', async () => {
  const concurrency = createConcurrencyLimits()
  let running = 0
  let most = 0
  const hash = async () => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setTimeout(resolve, 5))
    running--
  }
  await Promise.all(Array.from({ length: 20 }, (_, n) => concurrency.ofAddress(`2001:db8:1:2::${n}`, hash)))
  expect(most).toBe(2)
})

it('who looks up a token does not wait behind those who sign in', async () => {
  const concurrency = createConcurrencyLimits()
  const hashing = Promise.withResolvers<void>()
  const signIns = Array.from({ length: 8 }, () => concurrency.ofAddress('192.0.2.1', () => hashing.promise))
  expect(await concurrency.ofLookUp('192.0.2.1', async () => 'known')).toBe('known')
  hashing.resolve()
  await Promise.all(signIns)
})

it('looks at no more tries of one person than anybody types, and at those of others meanwhile', async () => {
  const concurrency = createConcurrencyLimits(() => 0)
  const tries = await Promise.allSettled(
    Array.from({ length: 17 }, () => concurrency.ofTries('one', async () => 'looked at')),
  )
  expect(tries.filter(it => it.status === 'fulfilled')).toHaveLength(13)
  expect(await concurrency.ofTries('another', async () => 'looked at')).toBe('looked at')
  // Before anything is read for one more.
  expect(() => concurrency.requireCapacityForTry('one')).toThrow('Too many at once.')
  expect(() => concurrency.requireCapacityForTry('another')).not.toThrow()
})

it('work counts as that of its address or person, so that hashes of one leave a place for those of another', async () => {
  const concurrency = createConcurrencyLimits()
  const of = async () => accountOfWork()
  expect(await concurrency.ofAddress('2001:db8:1:2::7', of)).toBe(
    await concurrency.ofAddress('2001:db8:1:2::8', of),
  )
  expect(await concurrency.ofAddress('192.0.2.1', of)).not.toBe(await concurrency.ofAddress('192.0.2.2', of))
  expect(await concurrency.ofElsewhere('192.0.2.1', of)).toBe(await concurrency.ofAddress('192.0.2.1', of))
  expect(await concurrency.ofSession({ sessionId: 'one', userId: 'person' }, of)).toBe('person')
})
