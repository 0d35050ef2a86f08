import { distance as turfDistance, earthRadius as turfRadiusM } from '@turf/turf'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diagonalMeters } from './diagonal.ts'
import { distanceMeters, earthRadiusM, metersPerDegree } from './distance.ts'
import type { LatLng } from './lat-lng.ts'

const place: fc.Arbitrary<LatLng> = fc.record({
  lat: fc.integer({ min: -90_000_000, max: 90_000_000 }).map(n => n / 1e6),
  lng: fc.integer({ min: -180_000_000, max: 180_000_000 }).map(n => n / 1e6),
})

test('known distances are correct', () => {
  expect(distanceMeters({ lat: 0, lng: 0 }, { lat: 0, lng: 0 })).toBe(0)
  expect(distanceMeters({ lat: 0, lng: 0 }, { lat: 1, lng: 0 })).toBeCloseTo(111_194.927, 3)
  expect(distanceMeters({ lat: 60, lng: 0 }, { lat: 60, lng: 0.001 })).toBeCloseTo(metersPerDegree / 2_000, 6)
  expect(distanceMeters({ lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 })).toBeCloseTo(metersPerDegree, 6)
  expect(distanceMeters({ lat: 90, lng: 0 }, { lat: 90, lng: 77 })).toBeCloseTo(0, 6)
  expect(distanceMeters({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(Math.PI * earthRadiusM, 3)
  // A published haversine figure for Paris to London is 343.5 km.
  expect(distanceMeters({ lat: 48.8566, lng: 2.3522 }, { lat: 51.5074, lng: -0.1278 })).toBeCloseTo(
    343_556,
    -1,
  )
})

test('distances agree with Turf, whose earth is slightly larger', () => {
  fc.assert(
    fc.property(place, place, (a, b) => {
      const expectedM = turfDistance([a.lng, a.lat], [b.lng, b.lat], { units: 'meters' })
      const actualM = distanceMeters(a, b)
      expect(Math.abs(actualM - (expectedM * earthRadiusM) / turfRadiusM)).toBeLessThan(0.5)
    }),
  )
})

test("the distance is a metric: symmetric, never negative, never more than half the earth's circumference", () => {
  fc.assert(
    fc.property(place, place, place, (a, b, c) => {
      expect(distanceMeters(a, b)).toBeCloseTo(distanceMeters(b, a), 3)
      expect(distanceMeters(a, b)).toBeGreaterThanOrEqual(0)
      expect(distanceMeters(a, b)).toBeLessThanOrEqual(Math.PI * earthRadiusM + 1e-6)
      expect(distanceMeters(a, c)).toBeLessThanOrEqual(distanceMeters(a, b) + distanceMeters(b, c) + 0.5)
    }),
  )
})

test('the diagonal is the distance between the corners', () => {
  expect(diagonalMeters({ lat: 1, lng: 0 }, { lat: 0, lng: 0 })).toBeCloseTo(metersPerDegree, 6)
})
