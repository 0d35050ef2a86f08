import { expect, test } from 'vitest'
import { createRecentKeys } from './once-per.ts'

test('a key is new until it is remembered, and again after its time', () => {
  let now = 0
  const recentKeys = createRecentKeys(1_000, 10, () => now)
  expect([recentKeys.isNew('a'), recentKeys.isNew('a')]).toEqual([true, true])
  recentKeys.remember('a')
  expect([recentKeys.isNew('a'), recentKeys.isNew('b')]).toEqual([false, true])
  now = 999
  expect(recentKeys.isNew('a')).toBe(false)
  now = 1_000
  expect(recentKeys.isNew('a')).toBe(true)
})

test('the oldest key counts as new again when there are too many', () => {
  const recentKeys = createRecentKeys(1_000, 2, () => 0)
  for (const key of ['a', 'b', 'c']) recentKeys.remember(key)
  expect(['a', 'b', 'c'].map(recentKeys.isNew)).toEqual([true, false, false])
})
