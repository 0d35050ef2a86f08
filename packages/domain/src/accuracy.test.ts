import { expect, test } from 'vitest'
import { accuracyBand, isAccurateEnough, trackingAccuracyLimitM, zoneAccuracyLimitM } from './accuracy.ts'

test('accuracy bands end at 5, 10 and 20 metres, inclusive', () => {
  expect([0, 5, 5.01, 10, 10.01, 20, 20.01, 5_000].map(accuracyBand)).toEqual([
    'excellent',
    'excellent',
    'good',
    'good',
    'fair',
    'fair',
    'poor',
    'poor',
  ])
})

test('zone features accept up to 15 m and tracking up to 20 m', () => {
  expect(isAccurateEnough(15)).toBe(true)
  expect(isAccurateEnough(15.1)).toBe(false)
  expect(isAccurateEnough(20, trackingAccuracyLimitM)).toBe(true)
  expect(isAccurateEnough(20.1, trackingAccuracyLimitM)).toBe(false)
  expect(zoneAccuracyLimitM).toBe(15)
})

test('an invalid accuracy meets no limit', () => {
  expect([undefined, Number.NaN, -1].map(value => isAccurateEnough(value))).toEqual([false, false, false])
})
