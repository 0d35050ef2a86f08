import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isJump, isPossible, plausibleM } from './jump.ts'

const second = 1_000
const way = (meters: number, seconds: number, accuraciesM: readonly [number, number] = [5, 5]) => ({
  meters,
  ms: seconds * second,
  accuraciesM,
})

test.each([
  [15, 22.5],
  [46, 69],
  [60, 90],
  [119, 178.5],
  [120, 180],
  [121, 181.6],
  [180, 630],
  [300, 3_690],
  [600, 23_940],
  [3_600, 324_000],
])('one reading is believed, %i s after the one before, up to %d m', (seconds, meters) => {
  expect(plausibleM(seconds * second)).toBeCloseTo(meters, 1)
  expect(isJump(way(meters + 9, seconds))).toBe(false)
  expect(isJump(way(meters + 11, seconds))).toBe(true)
})

test('no second more lets much more through, and none less', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_400_000 }), fc.integer({ min: 1, max: second }), (ms, more) => {
      const gained = plausibleM(ms + more) - plausibleM(ms)
      expect(gained).toBeGreaterThan(0)
      // Within two minutes what a walk gains, and later hardly more than the fastest vehicle.
      const part = more / second
      const most = ms + more <= 120_000 ? 1.5 * part : 114 * part
      expect(gained).toBeLessThanOrEqual(most + 1e-6)
    }),
  )
})

test('a way that no vehicle drives is not possible, and one that it drives may be a jump', () => {
  expect([way(5_000, 60), way(6_000, 60)].map(isPossible)).toEqual([true, false])
  expect(isJump(way(5_000, 60))).toBe(true)
})
