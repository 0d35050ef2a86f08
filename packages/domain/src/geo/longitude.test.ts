import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unrollLongitude, wrapLongitude } from './longitude.ts'

test('angles wrap to at most half a turn in either direction', () => {
  expect([0, 180, -180, 181, -181, 359, 360, 540, 721].map(wrapLongitude)).toEqual([
    0, 180, -180, -179, 179, -1, 0, -180, 1,
  ])
})

test('an angle in range is returned unchanged, bit for bit', () => {
  fc.assert(
    fc.property(fc.double({ min: -180, max: 180, noNaN: true }), degrees => {
      expect(wrapLongitude(degrees)).toBe(degrees)
    }),
  )
})

test('unrolling lands within half a turn of the reference', () => {
  expect(unrollLongitude(-179, 179)).toBe(181)
  expect(unrollLongitude(179, -179)).toBe(-181)
  expect(unrollLongitude(10, 20)).toBe(10)
  fc.assert(
    fc.property(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -540, max: 540, noNaN: true }),
      (lng, reference) => {
        const unrolledLng = unrollLongitude(lng, reference)
        expect(Math.abs(unrolledLng - reference)).toBeLessThanOrEqual(180 + 1e-9)
        expect(Math.abs(Math.sin(((unrolledLng - lng) * Math.PI) / 360))).toBeLessThan(1e-9)
      },
    ),
  )
})
