import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

test.each([
  [0, 'less than a minute'],
  [1, '1 minute'],
  [42, '42 minutes'],
  [59.9, '59 minutes'],
  [60, '1 h'],
  [61, '1 h 1 min'],
  [125, '2 h 5 min'],
  [1_500, '25 h'],
  [-3, 'less than a minute'],
])('%f minutes are shown as %s', (minutes, text) => {
  expect(formatDuration(minutes)).toBe(text)
})
