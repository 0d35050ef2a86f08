import { expect, it } from 'vitest'
import { isSeenLately } from './freshness.ts'
import { limits } from './limits.ts'

const now = Date.UTC(2026, 10, 20, 9)

it('who was not seen for the freshness limit may be gone', () => {
  expect(isSeenLately(now, now)).toBe(true)
  expect(isSeenLately(now - limits.presenceStaleMs, now)).toBe(true)
  expect(isSeenLately(now - limits.presenceStaleMs - 1, now)).toBe(false)
  expect(isSeenLately(null, now)).toBe(false)
  // A device whose clock runs ahead was seen now.
  expect(isSeenLately(now + 60_000, now)).toBe(true)
})
