import { expect, it } from 'vitest'
import { findAccountedTimes } from './emergency.ts'

it('finds when half, nine tenths and all of the roll were accounted for', () => {
  expect(findAccountedTimes([4, 2, 3, 1], 4)).toEqual([2, 4, 4])
  expect(findAccountedTimes([1, 2], 4)).toEqual([2, null, null])
  expect(findAccountedTimes([], 0)).toEqual([null, null, null])
})
