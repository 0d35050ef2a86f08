import { lineString, pointToLineDistance, earthRadius as turfRadiusM } from '@turf/turf'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceMeters, earthRadiusM, metersPerDegree } from './distance.ts'
import { distanceToEdge } from './distance-to-edge.ts'
import { distanceToSegment } from './distance-to-segment.ts'
import type { LatLng } from './lat-lng.ts'
import { wrapLongitude } from './longitude.ts'

const at = (lat: number, lng: number): LatLng => ({ lat, lng })

describe('the distance to a segment', () => {
  const a = at(0, 0)
  const b = at(0, 0.01)

  test('is perpendicular to the segment, or reaches to its nearer end', () => {
    expect(distanceToSegment(at(0.001, 0.005), a, b)).toBeCloseTo(metersPerDegree / 1_000, 6)
    expect(distanceToSegment(at(0, -0.001), a, b)).toBeCloseTo(metersPerDegree / 1_000, 6)
    expect(distanceToSegment(at(0, 0.011), a, b)).toBeCloseTo(metersPerDegree / 1_000, 6)
    expect(distanceToSegment(at(0, 0.005), a, b)).toBe(0)
  })

  test('is the distance to the point for a segment without length', () => {
    expect(distanceToSegment(at(0.001, 0), a, a)).toBeCloseTo(metersPerDegree / 1_000, 6)
  })

  test('shrinks east and west with the cosine of the latitude', () => {
    const meridian = [at(59.99, 10), at(60.01, 10)] as const
    expect(distanceToSegment(at(60, 10.001), ...meridian)).toBeCloseTo(metersPerDegree / 2_000, 3)
  })

  test('takes the short way across the antimeridian', () => {
    expect(distanceToSegment(at(0.001, 180), at(0, 179.99), at(0, -179.99))).toBeCloseTo(
      metersPerDegree / 1_000,
      6,
    )
    expect(distanceToSegment(at(0, -179.99), at(-1, 179.99), at(1, 179.99))).toBeCloseTo(
      metersPerDegree / 50,
      3,
    )
  })
})

describe('the distance to the edge of a polygon', () => {
  // Integers are uniform; doubles would cluster around zero and shrink every polygon to a dot.
  const offset = fc.integer({ min: -40_000, max: 40_000 }).map(n => n / 1e7)
  const scene = fc.record({
    lat: fc.integer({ min: -70_000, max: 70_000 }).map(n => n / 1_000),
    corners: fc.array(fc.tuple(offset, offset), { minLength: 3, maxLength: 9 }),
    point: fc.tuple(offset, offset),
  })

  test('agrees with Turf at the size of zones', () => {
    fc.assert(
      fc.property(scene, ({ lat, corners, point: [north, east] }) => {
        const polygon = corners.map(([n, e]) => at(lat + n, 20 + e))
        const point = at(lat + north, 20 + east)
        const line = lineString([...polygon, ...polygon.slice(0, 1)].map(corner => [corner.lng, corner.lat]))
        const turfDistance = pointToLineDistance([point.lng, point.lat], line, { units: 'meters' })
        expect(
          Math.abs(distanceToEdge(point, polygon) - (turfDistance * earthRadiusM) / turfRadiusM),
        ).toBeLessThan(0.1)
      }),
      { numRuns: 500 },
    )
  })

  test('is the distance to the nearest side, including the closing one', () => {
    fc.assert(
      fc.property(scene, ({ lat, corners, point: [north, east] }) => {
        const polygon = corners.map(([n, e]) => at(lat + n, wrapLongitude(180 + e)))
        const point = at(lat + north, wrapLongitude(180 + east))
        const sides = polygon.map((b, i) => distanceToSegment(point, polygon.at(i - 1) ?? b, b))
        expect(distanceToEdge(point, polygon)).toBeCloseTo(Math.min(...sides), 3)
      }),
    )
  })

  test('is, from far away, at least the distance to the nearest corner minus the polygon’s size', () => {
    const polygon = [at(60, 10), at(60, 10.01), at(60.01, 10)]
    for (const point of [at(0, 0), at(-60, -170), at(89, 100), at(60, -170), at(90, 0)]) {
      const cornerDistance = Math.min(...polygon.map(corner => distanceMeters(point, corner)))
      expect(Math.abs(distanceToEdge(point, polygon) - cornerDistance)).toBeLessThan(1_300)
    }
  })

  test('is zero on an edge and infinite without edges', () => {
    expect(distanceToEdge(at(0, 0.5), [at(0, 0), at(0, 1), at(1, 1)])).toBe(0)
    expect(distanceToEdge(at(0, 0), [])).toBe(Number.POSITIVE_INFINITY)
  })
})
