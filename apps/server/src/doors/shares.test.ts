import { expect, it } from 'vitest'
import { createShares } from './shares.ts'

it('usage is counted per address and in total, and forgotten once returned', () => {
  const bytes = createShares({ total: 100, perAddress: 60 })
  expect([bytes.take('a', 60), bytes.take('a', 1)]).toEqual([true, false])
  expect([bytes.take('b', 39), bytes.take('b', 1)]).toEqual([true, false])
  expect(bytes.hasRoom('c')).toBe(false)
  bytes.release('a', 61)
  bytes.release('b', 40)
  expect(['a', 'b', 'c'].map(bytes.hasRoom)).toEqual([true, true, true])
  // Everything was released, so both limits apply in full again: exactly 100 fit in total.
  expect([bytes.take('a', 60), bytes.take('b', 40), bytes.take('c', 1)]).toEqual([true, true, false])
})
