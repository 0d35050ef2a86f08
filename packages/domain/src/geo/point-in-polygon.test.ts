import { booleanPointInPolygon, polygon as turfPolygon } from '@turf/turf'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceToEdge } from './distance-to-edge.ts'
import type { LatLng } from './lat-lng.ts'
import { wrapLongitude } from './longitude.ts'
import { pointInPolygon } from './point-in-polygon.ts'

const at = (lat: number, lng: number): LatLng => ({ lat, lng })
const square = [at(0, 0), at(0, 1), at(1, 1), at(1, 0)]
const letterU = [at(0, 0), at(0, 3), at(3, 3), at(3, 2), at(1, 2), at(1, 1), at(3, 1), at(3, 0)]

// Integers are uniform; doubles would cluster around zero and shrink every polygon to a dot.
const offset = fc.integer({ min: -40_000, max: 40_000 }).map(n => n / 1e7)
/** Generates polygons a few hundred metres across anywhere on earth, self-intersecting or not, each with a point in or near it. */
const scene = fc.record({
  lat: fc.integer({ min: -75_000, max: 75_000 }).map(n => n / 1_000),
  corners: fc.array(fc.tuple(offset, offset), { minLength: 3, maxLength: 9 }),
  point: fc.tuple(offset, offset),
})

describe('pointInPolygon', () => {
  test('handles plain shapes', () => {
    expect(pointInPolygon(at(0.5, 0.5), square)).toBe(true)
    expect(pointInPolygon(at(0.5, 1.5), square)).toBe(false)
    expect(pointInPolygon(at(2, 0.5), letterU)).toBe(true)
    expect(pointInPolygon(at(2, 1.5), letterU)).toBe(false)
    expect(pointInPolygon(at(2, 2.5), letterU)).toBe(true)
    expect(pointInPolygon(at(0.5, 1.5), letterU)).toBe(true)
  })

  test('counts the southern and western sides as inside', () => {
    expect(pointInPolygon(at(0, 0.5), square)).toBe(true)
    expect(pointInPolygon(at(0.5, 0), square)).toBe(true)
    expect(pointInPolygon(at(1, 0.5), square)).toBe(false)
    expect(pointInPolygon(at(0.5, 1), square)).toBe(false)
    expect(square.map(corner => pointInPolygon(corner, square))).toEqual([true, false, false, false])
  })

  test('handles a point at the same latitude as a corner', () => {
    const diamond = [at(0, -1), at(1, 0), at(0, 1), at(-1, 0)]
    expect(pointInPolygon(at(0, 0), diamond)).toBe(true)
    expect(pointInPolygon(at(0, -2), diamond)).toBe(false)
    expect(pointInPolygon(at(0, 2), diamond)).toBe(false)
    expect(pointInPolygon(at(1, -1), diamond)).toBe(false)
  })

  test('ignores direction, starting corner and a repeated first point', () => {
    for (const shape of [
      letterU.toReversed(),
      [...letterU.slice(3), ...letterU.slice(0, 3)],
      [...letterU, at(0, 0)],
    ]) {
      expect(pointInPolygon(at(2, 0.5), shape)).toBe(true)
      expect(pointInPolygon(at(2, 1.5), shape)).toBe(false)
    }
  })

  test('is false for fewer than three corners', () => {
    expect(pointInPolygon(at(0, 0), [])).toBe(false)
    expect(pointInPolygon(at(0, 0), [at(0, 0)])).toBe(false)
    expect(pointInPolygon(at(0.5, 0.5), [at(0, 0), at(1, 1)])).toBe(false)
  })

  test('puts a point in exactly one of two polygons that share a side', () => {
    const west = [at(0, 0), at(0, 1), at(1, 1), at(1, 0)]
    const east = [at(0, 1), at(0, 2), at(1, 2), at(1, 1)]
    for (const lat of [0, 0.25, 0.5, 0.75]) {
      expect([west, east].filter(side => pointInPolygon(at(lat, 1), side))).toEqual([east])
    }
  })

  test('agrees with Turf away from the edges', () => {
    let insideCount = 0
    fc.assert(
      fc.property(scene, ({ lat, corners, point: [north, east] }) => {
        const polygon = corners.map(([n, e]) => at(lat + n, 20 + e))
        const point = at(lat + north, 20 + east)
        fc.pre(distanceToEdge(point, polygon) > 0.01)
        const ring = [...polygon, ...polygon.slice(0, 1)].map(corner => [corner.lng, corner.lat])
        const isInsideByTurf = booleanPointInPolygon([point.lng, point.lat], turfPolygon([ring]))
        if (isInsideByTurf) insideCount += 1
        expect(pointInPolygon(point, polygon)).toBe(isInsideByTurf)
      }),
      { numRuns: 1_000 },
    )
    expect(insideCount).toBeGreaterThan(30)
  })

  test('gives the same result across the antimeridian', () => {
    fc.assert(
      fc.property(scene, ({ lat, corners, point: [north, east] }) => {
        const [usual, nearAntimeridian] = [20, 180].map(lng =>
          corners.map(([n, e]) => at(lat + n, wrapLongitude(lng + e))),
        )
        if (!usual || !nearAntimeridian) throw new Error('two places')
        fc.pre(distanceToEdge(at(lat + north, 20 + east), usual) > 0.01)
        expect(pointInPolygon(at(lat + north, wrapLongitude(180 + east)), nearAntimeridian)).toBe(
          pointInPolygon(at(lat + north, 20 + east), usual),
        )
      }),
    )
  })
})
