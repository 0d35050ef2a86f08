import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundsContain, toBounds } from './bounds.ts'
import { boxAround, boxAroundMeters, metersToLatDegrees, metersToLngDegrees } from './box-around.ts'
import { distanceMeters } from './distance.ts'

test('a zone around the current location extends 0.001 degrees to each side', () => {
  const { start, end } = boxAround({ lat: 28.61, lng: 77.21 })
  expect(start.lat).toBeCloseTo(28.611, 9)
  expect(start.lng).toBeCloseTo(77.209, 9)
  expect(end.lat).toBeCloseTo(28.609, 9)
  expect(end.lng).toBeCloseTo(77.211, 9)
})

test('a box stops at the pole and crosses the antimeridian', () => {
  expect(boxAround({ lat: 90, lng: 0 }).start.lat).toBe(90)
  expect(boxAround({ lat: -90, lng: 0 }).end.lat).toBe(-90)
  const { start, end } = boxAround({ lat: 0, lng: 180 })
  expect(start.lng).toBeCloseTo(179.999, 9)
  expect(end.lng).toBeCloseTo(-179.999, 9)
})

test('metres convert to degrees, with more degrees of longitude towards the poles', () => {
  expect(metersToLatDegrees(111_000)).toBe(1)
  expect(metersToLngDegrees(111_000, 0)).toBe(1)
  expect(metersToLngDegrees(111_000, 60)).toBeCloseTo(2, 9)
  expect(metersToLngDegrees(111_000, -60)).toBeCloseTo(2, 9)
  expect(metersToLngDegrees(1, 90)).toBe(Number.POSITIVE_INFINITY)
})

test('a box with a radius extends that far to each side, anywhere on earth', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -85_000_000, max: 85_000_000 }).map(n => n / 1e6),
      fc.integer({ min: -180_000_000, max: 180_000_000 }).map(n => n / 1e6),
      fc.integer({ min: 10, max: 1_000 }),
      (lat, lng, radiusM) => {
        const centre = { lat, lng }
        const { start, end } = boxAroundMeters(centre, radiusM)
        // The specification's 111,000 m per degree differ from the actual 111,195 m, so a box is 0.2 % too large.
        for (const side of [
          { lat: start.lat, lng },
          { lat, lng: start.lng },
          { lat: end.lat, lng },
          { lat, lng: end.lng },
        ]) {
          expect(distanceMeters(centre, side) / radiusM).toBeCloseTo(1.0018, 3)
        }
        expect(boundsContain(toBounds([start, end]), centre)).toBe(true)
      },
    ),
  )
})

test('a box with a radius at the pole is still a box', () => {
  const { start, end } = boxAroundMeters({ lat: 90, lng: 10 })
  expect(start).toEqual({ lat: 90, lng: -79 })
  expect(end).toEqual({ lat: 90 - 100 / 111_000, lng: 99 })
})
