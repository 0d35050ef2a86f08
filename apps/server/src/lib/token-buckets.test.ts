import { expect, it } from 'vitest'
import { createTokenBuckets } from './token-buckets.ts'

it('a burst passes, and then a rate per second with growing delays', () => {
  let at = 0
  const { consume: spend } = createTokenBuckets({ atOnce: 10, perSecond: 5, now: () => at })
  const waitsMs = Array.from({ length: 13 }, () => spend('one', 1))
  expect(waitsMs).toEqual([...Array(11).fill(0), 200, 400])
  at = 60_000
  expect(spend('one', 1)).toBe(0)
})

it('a caller may overdraw and waits afterwards', () => {
  const { consume: spend, wait } = createTokenBuckets({ atOnce: 10, perSecond: 10, now: () => 0 })
  expect(spend('one', 30)).toBe(0)
  expect(wait('one')).toBe(2_000)
  expect(spend('one', 1)).toBe(2_000)
})

it('callers do not wait for each other', () => {
  const { consume: spend, wait } = createTokenBuckets({ atOnce: 1, perSecond: 1, now: () => 0 })
  spend('one', 100)
  expect(spend('another', 1)).toBe(0)
  expect(wait('a third')).toBe(0)
})
