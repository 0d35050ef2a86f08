import { expect, it } from 'vitest'
import { formatCountdown } from './pin-failure.ts'

it('shows the remaining time in minutes and seconds, never below zero', () => {
  const waitTimesMs = [900_000, 61_000, 59_001, 1, 0, -5_000]
  expect(waitTimesMs.map(formatCountdown)).toEqual(['15:00', '1:01', '1:00', '0:01', '0:00', '0:00'])
})
