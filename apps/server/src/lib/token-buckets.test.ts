import { expect, it } from 'vitest'
import { createTokenBuckets } from './token-buckets.ts'

it('a burst passes, then each call is delayed more than the one before', () => {
  let at = 0
  const { spend } = createTokenBuckets({ atOnce: 10, perSecond: 5, now: () => at })
  const waits = Array.from({ length: 13 }, () => spend('one', 1))
  expect(waits).toEqual([...Array(11).fill(0), 200, 400])
  at = 60_000
  expect(spend('one', 1)).toBe(0)
})

it('a call may overdraw its bucket, and the next ones are delayed', () => {
  const { spend, wait } = createTokenBuckets({ atOnce: 10, perSecond: 10, now: () => 0 })
  expect(spend('one', 30)).toBe(0)
  expect(wait('one')).toBe(2_000)
  expect(spend('one', 1)).toBe(2_000)
})

it('no key is delayed because of another', () => {
  const { spend, wait } = createTokenBuckets({ atOnce: 1, perSecond: 1, now: () => 0 })
  spend('one', 100)
  expect(spend('another', 1)).toBe(0)
  expect(wait('a third')).toBe(0)
})
