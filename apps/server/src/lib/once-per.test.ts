import { expect, test } from 'vitest'
import { createOncePer } from './once-per.ts'

test('a key is new until it is remembered, and again after its time', () => {
  let now = 0
  const oncePer = createOncePer(1_000, 10, () => now)
  expect([oncePer.isNew('a'), oncePer.isNew('a')]).toEqual([true, true])
  oncePer.remember('a')
  expect([oncePer.isNew('a'), oncePer.isNew('b')]).toEqual([false, true])
  now = 999
  expect(oncePer.isNew('a')).toBe(false)
  now = 1_000
  expect(oncePer.isNew('a')).toBe(true)
})

test('the oldest key counts as new again when there are too many', () => {
  const oncePer = createOncePer(1_000, 2, () => 0)
  for (const key of ['a', 'b', 'c']) oncePer.remember(key)
  expect(['a', 'b', 'c'].map(oncePer.isNew)).toEqual([true, false, false])
})
