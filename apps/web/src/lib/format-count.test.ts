import { expect, it } from 'vitest'
import { formatCapacity, formatCount, formatSplit } from './format-count.ts'

it('separates the thousands', () => {
  expect(formatCount(2402)).toMatch(/^2\D402$/)
  expect(formatCount(1_234_567.6)).toMatch(/^1\D234\D568$/)
  expect(formatCount(402)).toBe('402')
})

it('says how many of how many', () => {
  expect(formatCapacity(3, 50)).toMatch(/^3\s\/\s50$/)
  expect(formatCapacity(0, null)).toMatch(/^0\s\/\sUnlimited$/)
  expect(formatCapacity(2402, 12_000)).toMatch(/^2\D402\s\/\s12\D000$/)
})

it('a capacity stays in one piece: no line ends at its slash', () => {
  expect(formatCapacity(1506, 40)).not.toContain(' ')
})

it('counts those who were not seen apart from those inside, and never less than nobody', () => {
  expect(formatSplit({ inside: 59, unseen: 12 })).toBe('47 inside, 12 not seen for 30 minutes')
  // Counted apart: some of them have just left.
  expect(formatSplit({ inside: 2, unseen: 3 })).toBe('0 inside, 2 not seen for 30 minutes')
})
