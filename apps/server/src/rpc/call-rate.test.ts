import { expect, it } from 'vitest'
import { createTokenBuckets } from '../lib/token-buckets.ts'
import { createCallRate } from './call-rate.ts'

/** Creates token buckets with a stopped clock. */
const createFrozenBuckets = (atOnce: number, perSecond: number) =>
  createTokenBuckets({ atOnce, perSecond, now: () => 0 })
const createRate = () => createCallRate(createFrozenBuckets(5, 10), createFrozenBuckets(3, 10))
const createCall = (overrides: object = {}) => ({ userId: 'one', ip: '192.0.2.1', bytes: 0, ...overrides })

it("calls of a very frequent caller are delayed, but not other people's", () => {
  const rate = createRate()
  expect(Array.from({ length: 8 }, () => rate.findWait(createCall()))).toEqual([0, 0, 0, 0, 0, 0, 100, 200])
  expect(rate.findWait(createCall({ userId: 'another' }))).toBe(0)
})

it('a caller far over the rate is refused at no cost to them', () => {
  const rate = createRate()
  for (let n = 0; n < 26; n++) rate.findWait(createCall())
  for (let n = 0; n < 50; n++)
    expect(() => rate.findWait(createCall())).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }))
})

it('a large body costs as much as many calls', () => {
  const rate = createRate()
  rate.findWait(createCall({ bytes: 1024 * 1024 }))
  expect(rate.findWait(createCall())).toBe(1_200)
})

it('strangers from one network share a rate', () => {
  const rate = createRate()
  const findWaitFrom = (ip: string) => rate.findWait(createCall({ userId: undefined, ip }))
  expect([1, 2, 3, 4, 5].map(n => findWaitFrom(`2001:db8:1:2::${n}`))).toEqual([0, 0, 0, 0, 100])
  expect(findWaitFrom('2001:db8:1:3::1')).toBe(0)
})

it('a stranger pays far more for content than a known caller', () => {
  const rate = createCallRate()
  const sendBodies = (userId: string | undefined) => {
    for (let n = 0; ; n++)
      try {
        rate.findWait(createCall({ userId, bytes: 1024 * 1024 }))
      } catch {
        return n
      }
  }
  expect(sendBodies(undefined)).toBeLessThan(12)
  expect(sendBodies('one')).toBeGreaterThan(5)
})

it('bodies that a stranger announces hold up no small calls from the same network', () => {
  const rate = createCallRate()
  const send = (bytes: number) => rate.findWait(createCall({ userId: undefined, bytes }))
  expect(() => Array.from({ length: 20 }, () => send(1024 * 1024))).toThrow()
  expect(Array.from({ length: 300 }, () => send(600)).every(waitMs => waitMs === 0)).toBe(true)
  expect(() => send(1024 * 1024)).toThrow()
})

it('three hundred people at one IP address open the app at once and sign in', () => {
  const rate = createCallRate()
  const signIn = () => rate.findWait(createCall({ userId: undefined, bytes: 400 }))
  for (let n = 0; n < 300 * 6; n++) expect(signIn()).toBe(0)
})
