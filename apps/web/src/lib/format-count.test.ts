import { expect, it } from 'vitest'
import { formatCapacity, formatCount, formatSplit } from './format-count.ts'

it('thousands are separated', () => {
  expect(formatCount(2402)).toMatch(/^2\D402$/)
  expect(formatCount(1_234_567.6)).toMatch(/^1\D234\D568$/)
  expect(formatCount(402)).toBe('402')
})

it('a count is shown with its maximum', () => {
  expect(formatCapacity(3, 50)).toMatch(/^3\s\/\s50$/)
  expect(formatCapacity(0, null)).toMatch(/^0\s\/\sUnlimited$/)
  expect(formatCapacity(2402, 12_000)).toMatch(/^2\D402\s\/\s12\D000$/)
})

it('a capacity never wraps at the slash', () => {
  expect(formatCapacity(1506, 40)).not.toContain(' ')
})

it('people not seen recently are counted separately from those inside, and counts are never negative', () => {
  expect(formatSplit({ inside: 59, unseen: 12 })).toBe('47 inside, 12 not seen for 30 minutes')
  // The two figures are counted at different times, and some people have left in between.
  expect(formatSplit({ inside: 2, unseen: 3 })).toBe('0 inside, 2 not seen for 30 minutes')
})
