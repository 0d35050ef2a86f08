import { expect, it } from 'vitest'
import { isSeenLately, knownStay } from './freshness.ts'
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

it('an open visit reaches to now only while the person was seen lately, and to the last reading after that', () => {
  const entry = now - 5 * limits.presenceStaleMs
  const stayOf = (lastSeen: number | null, exit: number | null = null) =>
    knownStay({ entry, exit, lastSeen }, now)
  expect(stayOf(now - limits.presenceStaleMs)).toEqual({ state: 'inside', until: now })
  const tooLong = now - limits.presenceStaleMs - 1
  expect(stayOf(tooLong)).toEqual({ state: 'unseen', until: tooLong })
  // Without a reading since the entry, the entry itself is the last one.
  expect(stayOf(null)).toEqual({ state: 'unseen', until: entry })
  expect(stayOf(entry - 1)).toEqual({ state: 'unseen', until: entry })
  expect(stayOf(now, now - 1)).toEqual({ state: 'ended', until: now - 1 })
  // A device whose clock runs ahead was seen now.
  expect(stayOf(now + 60_000)).toEqual({ state: 'inside', until: now + 60_000 })
})
