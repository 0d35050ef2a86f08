import { expect, it } from 'vitest'
import { createUploadProgress } from './limit-bodies.ts'

const limits = { bodyLookMs: 20_000, bodyLeastPerSecond: 8_000 }

/**
 * Returns the second in which the server gives up on a body arriving at these rates (bytes per second); undefined if it arrives
 * completely.
 */
function findTimeoutSecond(bytesInSecond: (second: number) => number, size: number): number | undefined {
  const uploadProgress = createUploadProgress(limits, 0)
  let bytes = 0
  for (let second = 1; bytes < size; second++) {
    bytes += bytesInSecond(second)
    if (bytes < size && uploadProgress.isStuck(bytes, second * 1_000)) return second
  }
  return undefined
}

it.each([
  ['5 MB at 350 kbit/s, two minutes', () => 43_750, 5_242_880, undefined],
  ['5 MB at 80 kbit/s', () => 10_000, 5_242_880, undefined],
  ['a small form that trickles in', () => 10, 190, undefined],
  [
    'a line that is silent for 15 seconds of every 30',
    (at: number) => (at % 30 < 15 ? 43_750 : 0),
    5_242_880,
    undefined,
  ],
  ['nothing at all', () => 0, 100, 20],
  ['a byte a second', () => 1, 1_000_000, 20],
  ['a byte now and then', (at: number) => (at % 19 === 0 ? 1 : 0), 100, 20],
  ['just below the least', () => 7_900, 5_242_880, 20],
  ['much at once and then nothing', (at: number) => (at === 1 ? 4_000_000 : 0), 5_242_880, 21],
  ['much at once and then a trickle', (at: number) => (at === 1 ? 4_000_000 : 1), 5_242_880, 40],
])('%s', (_what, bytesInSecond, size, expected) => {
  expect(findTimeoutSecond(bytesInSecond, size)).toBe(expected)
})
