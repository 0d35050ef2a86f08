import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rateSuspicion } from './suspicion.ts'

describe('rateSuspicion', () => {
  test.each([
    [0, 0, false, false],
    [4, 4, false, false],
    [5, 5, true, false],
    [0, 9, false, false],
    [0, 10, true, false],
    [9, 9, true, false],
    [9, 200, true, false],
    [10, 10, true, true],
  ])(
    '%i failures in 15 minutes and %i in a day: suspicious %s, lock %s',
    (recent, total, isSuspicious, shouldLock) => {
      expect(rateSuspicion({ recent, total })).toEqual({ isSuspicious, shouldLock })
    },
  )

  test('never decreases with one more failure, and only recommends locking suspicious accounts', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), (recent, older) => {
        const current = rateSuspicion({ recent, total: recent + older })
        const nextRating = rateSuspicion({ recent: recent + 1, total: recent + older + 1 })
        if (current.isSuspicious) expect(nextRating.isSuspicious).toBe(true)
        if (current.shouldLock) expect(nextRating.shouldLock && current.isSuspicious).toBe(true)
      }),
    )
  })
})
