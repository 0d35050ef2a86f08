import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isJump, isPossible } from './jump.ts'

const vehicleSpeedMps = 90
const walkSpeedMps = 1.5
const second = 1_000
const createMovement = (
  meters: number,
  seconds: number,
  accuraciesM: readonly [number, number] = [5, 5],
) => ({
  meters,
  ms: seconds * second,
  accuraciesM,
})

/** Finds the largest distance in metres at which one reading is believed, to a millimetre. */
function plausibleM(ms: number): number {
  let [maxBelievedM, minJumpM] = [0, 1e8]
  while (minJumpM - maxBelievedM > 0.001) {
    const meters = (maxBelievedM + minJumpM) / 2
    if (isJump({ meters, ms, accuraciesM: [0, 0] })) minJumpM = meters
    else maxBelievedM = meters
  }
  return maxBelievedM
}

test.each([
  [15, 22.5],
  [46, 69],
  [60, 90],
  [119, 178.5],
  [120, 180],
  [121, 181.6],
  [180, 630],
  [300, 3_690],
  [562, 20_379.4],
  [563, 20_469.4],
  [600, 23_799.4],
  [3_600, 293_799.4],
])('one reading %i s after the previous one is believed up to %d m', (seconds, meters) => {
  expect(plausibleM(seconds * second)).toBeCloseTo(meters, 1)
  expect(isJump(createMovement(meters + 9, seconds))).toBe(false)
  expect(isJump(createMovement(meters + 11, seconds))).toBe(true)
})

test('each second adds at most the top speed to the believed distance and never reduces it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 86_400_000 }),
      fc.integer({ min: 1, max: second }),
      (ms, extraMs) => {
        const gainedM = plausibleM(ms + extraMs) - plausibleM(ms)
        expect(gainedM).toBeGreaterThan(-0.002)
        const maxMps = ms + extraMs <= 120_000 ? walkSpeedMps : vehicleSpeedMps
        const max = (maxMps * extraMs) / second
        expect(gainedM).toBeLessThanOrEqual(max + 0.002)
      },
    ),
    { numRuns: 20_000 },
  )
})

test('a distance no vehicle can cover is impossible; one that a vehicle can cover may be a jump', () => {
  expect([createMovement(5_000, 60), createMovement(6_000, 60)].map(isPossible)).toEqual([true, false])
  expect(isJump(createMovement(5_000, 60))).toBe(true)
})
