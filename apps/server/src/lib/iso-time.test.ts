import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatIsoTime } from './iso-time.ts'

test('a time is always written as Date writes it, whatever came before it', () => {
  const anyMs = fc.integer({ min: -8.64e15, max: 8.64e15 })
  const nearNow = fc.integer({ min: 1_700_000_000_000, max: 1_700_000_005_000 })
  fc.assert(
    fc.property(fc.array(fc.oneof(anyMs, nearNow, fc.constant(0), fc.constant(-1))), times => {
      expect(times.map(formatIsoTime)).toEqual(times.map(ms => new Date(ms).toISOString()))
    }),
    { numRuns: 500 },
  )
})

test('an invalid time is an error, also the second time', () => {
  for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1000, Number.NaN])
    expect(() => formatIsoTime(ms)).toThrow(RangeError)
})
