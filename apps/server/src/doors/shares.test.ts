import { expect, it } from 'vitest'
import { createShares } from './shares.ts'

it('usage is counted per address and in total, and forgotten once returned', () => {
  const byteShares = createShares({ total: 100, perAddress: 60 })
  expect([byteShares.take('a', 60), byteShares.take('a', 1)]).toEqual([true, false])
  expect([byteShares.take('b', 39), byteShares.take('b', 1)]).toEqual([true, false])
  expect(byteShares.hasRoom('c')).toBe(false)
  byteShares.release('a', 61)
  byteShares.release('b', 40)
  expect(['a', 'b', 'c'].map(byteShares.hasRoom)).toEqual([true, true, true])
  // Everything was released, so both limits apply in full again: exactly 100 fit in total.
  expect([byteShares.take('a', 60), byteShares.take('b', 40), byteShares.take('c', 1)]).toEqual([
    true,
    true,
    false,
  ])
})
