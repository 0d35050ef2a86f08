import { expect, it } from 'vitest'
import { isSeenLately, toStayStatus } from './freshness.ts'
import { limits } from './limits.ts'

const now = Date.UTC(2026, 10, 20, 9)

it('a person not seen within the freshness limit may have left', () => {
  expect(isSeenLately(now, now)).toBe(true)
  expect(isSeenLately(now - limits.presenceStaleMs, now)).toBe(true)
  expect(isSeenLately(now - limits.presenceStaleMs - 1, now)).toBe(false)
  expect(isSeenLately(null, now)).toBe(false)
  // A reading from a device clock that runs ahead counts as seen just now.
  expect(isSeenLately(now + 60_000, now)).toBe(true)
})

it('an open visit lasts until now only while the person was seen recently, otherwise until the last reading', () => {
  const entry = now - 5 * limits.presenceStaleMs
  const createStay = (lastSeen: number | null, exit: number | null = null) =>
    toStayStatus({ entry, exit, lastSeen }, now)
  expect(createStay(now - limits.presenceStaleMs)).toEqual({ state: 'inside', until: now })
  const staleAt = now - limits.presenceStaleMs - 1
  expect(createStay(staleAt)).toEqual({ state: 'unseen', until: staleAt })
  // Without a reading after the entry, the entry counts as the last reading.
  expect(createStay(null)).toEqual({ state: 'unseen', until: entry })
  expect(createStay(entry - 1)).toEqual({ state: 'unseen', until: entry })
  expect(createStay(now, now - 1)).toEqual({ state: 'ended', until: now - 1 })
  // A reading from a device clock that runs ahead counts as seen just now.
  expect(createStay(now + 60_000)).toEqual({ state: 'inside', until: now + 60_000 })
})
