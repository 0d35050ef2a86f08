import { expect, test } from 'vitest'
import { createOncePer } from './once-per.ts'

test('a key is new until it is remembered, and again after its time', () => {
  let now = 0
  const looks = createOncePer(1_000, 10, () => now)
  expect([looks.isNew('a'), looks.isNew('a')]).toEqual([true, true])
  looks.remember('a')
  expect([looks.isNew('a'), looks.isNew('b')]).toEqual([false, true])
  now = 999
  expect(looks.isNew('a')).toBe(false)
  now = 1_000
  expect(looks.isNew('a')).toBe(true)
})

test('the oldest key counts as new again when there are too many', () => {
  const looks = createOncePer(1_000, 2, () => 0)
  for (const key of ['a', 'b', 'c']) looks.remember(key)
  expect(['a', 'b', 'c'].map(looks.isNew)).toEqual([true, false, false])
})
