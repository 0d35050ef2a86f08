import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from '../geofence.ts'
import { at, home, ringsAt, stars } from '../testing/geometry.ts'
import { boundsContain, boundsOverlap, joinBounds, longitudeSpan } from './bounds.ts'
import { boundsAround } from './bounds-around.ts'
import { midpoint, polygonCentre, shapeCentre } from './centre.ts'
import { distanceMeters } from './distance.ts'
import { wrapLongitude } from './longitude.ts'
import { pointOnSurface } from './point-on-surface.ts'
import type { ZoneShape } from './shape.ts'
import { shapeBounds, shapeCorners, shapeDiagonalMeters } from './shape-bounds.ts'

const ring = (south: number, west: number, size: number) => [
  at(south, west),
  at(south, wrapLongitude(west + size)),
  at(south + size, wrapLongitude(west + size)),
  at(south + size, west),
]
const parts: ZoneShape = { boundary: 'multipolygon', polygons: [[ring(0, 179, 0.5)], [ring(2, -179, 0.5)]] }

describe('the bounds of a shape', () => {
  test('surround all its parts, by the short way round the earth', () => {
    expect(shapeBounds(parts)).toEqual({ south: 0, west: 179, north: 2.5, east: -178.5 })
    expect(shapeCorners(parts)).toEqual({ start: at(2.5, 179), end: at(0, -178.5) })
    expect(shapeDiagonalMeters(parts)).toBe(distanceMeters(at(2.5, 179), at(0, -178.5)))
  })

  test('equal the corners of a box, and contain all of a circle', () => {
    const corners = { start: at(60, 10), end: at(60.01, 10.02) }
    expect(shapeBounds({ boundary: 'rectangle', ...corners })).toEqual({
      south: 60,
      west: 10,
      north: 60.01,
      east: 10.02,
    })
    const circle: ZoneShape = { boundary: 'circle', ...corners }
    expect(shapeCorners(circle)).toEqual(corners)
    const bounds = shapeBounds(circle)
    const radius = shapeDiagonalMeters(circle) / 2
    const centre = midpoint(corners.start, corners.end)
    expect(distanceMeters(centre, at(bounds.north, centre.lng))).toBeCloseTo(radius, 3)
    // The easternmost point of a circle lies slightly towards the pole from its centre.
    expect(distanceMeters(centre, at(centre.lat, bounds.east))).toBeGreaterThan(radius)
    expect(distanceMeters(centre, at(centre.lat, bounds.east))).toBeLessThan(radius + 0.01)
  })

  test('contain every point within a radius, and all longitudes around a pole', () => {
    expect(boundsAround(at(89.99, 10), 5_000)).toMatchObject({ west: -180, north: 90, east: 180 })
    const bearing = fc.integer({ min: 0, max: 359 }).map(n => (n / 180) * Math.PI)
    fc.assert(
      fc.property(home, fc.integer({ min: 0, max: 100_000 }), bearing, (centre, radius, direction) => {
        const bounds = boundsAround(centre, radius)
        // Computes the point in that direction, after E. Williams, "Aviation Formulary", 1997.
        const [φ, d, rad] = [(centre.lat * Math.PI) / 180, radius / 6_371_000, 180 / Math.PI]
        const lat = Math.asin(Math.sin(φ) * Math.cos(d) + Math.cos(φ) * Math.sin(d) * Math.cos(direction))
        const turn = Math.atan2(
          Math.sin(direction) * Math.sin(d) * Math.cos(φ),
          Math.cos(d) - Math.sin(φ) * Math.sin(lat),
        )
        expect(boundsContain(bounds, at(lat * rad, wrapLongitude(centre.lng + turn * rad)))).toBe(true)
      }),
    )
  })

  test('leave out the widest gap when joined', () => {
    const box = (west: number, east: number) => ({ south: 0, west, north: 1, east })
    expect(joinBounds([box(-170, -160), box(-150, -140), box(170, -145)])).toEqual(box(170, -140))
    expect(joinBounds([box(10, 20), box(12, 14)])).toEqual(box(10, 20))
    expect(joinBounds([box(-180, 180), box(12, 14)])).toEqual(box(-180, 180))
    expect(joinBounds([box(-100, 10), box(0, 120), box(110, -90)])).toEqual(box(-180, 180))
    expect(() => joinBounds([])).toThrow(RangeError)
    const anyBox = fc
      .record({ west: fc.integer({ min: -180, max: 180 }), span: fc.integer({ min: 0, max: 90 }) })
      .map(({ west, span }) => box(west, wrapLongitude(west + span)))
    fc.assert(
      fc.property(fc.array(anyBox, { minLength: 1, maxLength: 5 }), boxes => {
        const joinedBounds = joinBounds(boxes)
        for (const it of boxes) {
          expect(
            boundsContain(joinedBounds, at(0, it.west)) && boundsContain(joinedBounds, at(1, it.east)),
          ).toBe(true)
          expect(longitudeSpan(joinedBounds)).toBeGreaterThanOrEqual(longitudeSpan(it))
        }
      }),
    )
  })

  test('overlap if they share a point, including across the antimeridian', () => {
    const box = (west: number, east: number) => ({ south: 0, west, north: 1, east })
    expect(boundsOverlap(box(170, -170), box(-175, -160))).toBe(true)
    expect(boundsOverlap(box(-175, -160), box(170, -170))).toBe(true)
    expect(boundsOverlap(box(170, -170), box(0, 169))).toBe(false)
    expect(boundsOverlap(box(0, 10), box(10, 20))).toBe(true)
    expect(boundsOverlap(box(0, 10), { ...box(0, 10), south: 2, north: 3 })).toBe(false)
  })
})

describe('the centre of a shape', () => {
  test('weights parts by their area and subtracts holes', () => {
    const twoSquares: ZoneShape = { boundary: 'multipolygon', polygons: [[ring(0, 0, 1)], [ring(0, 2, 1)]] }
    expect(distanceMeters(shapeCentre(twoSquares), at(0.5, 1.5))).toBeLessThan(0.01)
    const shapeWithHole: ZoneShape = {
      boundary: 'multipolygon',
      polygons: [[ring(0, 0, 4), ring(1, 0.5, 1)]],
    }
    // The area is 16 square degrees centred at 2, minus one centred at 1: (32 - 1) / 15.
    expect(distanceMeters(shapeCentre(shapeWithHole), at((32 - 1.5) / 15, (32 - 1) / 15))).toBeLessThan(0.01)
  })

  test('does not depend on ring direction or the choice of meridian', () => {
    fc.assert(
      fc.property(stars, home, (list, { lat }) => {
        const [polygons, farPolygons] = [20, 180].map(lng => list.map(it => ringsAt(it, { lat, lng })))
        if (!polygons || !farPolygons) throw new Error('two places')
        const reversedPolygons = polygons.map(rings => rings.map(points => points.toReversed()))
        const centre = shapeCentre({ boundary: 'multipolygon', polygons })
        const reversedCentre = shapeCentre({ boundary: 'multipolygon', polygons: reversedPolygons })
        expect(distanceMeters(centre, reversedCentre)).toBeLessThan(0.001)
        const farCentre = shapeCentre({ boundary: 'multipolygon', polygons: farPolygons })
        expect(distanceMeters(farCentre, at(centre.lat, wrapLongitude(centre.lng + 160)))).toBeLessThan(0.01)
        const [[outer = []] = []] = polygons
        if (polygons.length === 1 && polygons[0]?.length === 1) expect(polygonCentre(outer)).toEqual(centre)
      }),
    )
  })

  test('has an alternative that lies inside the shape', () => {
    const frame: ZoneShape = { boundary: 'multipolygon', polygons: [[ring(0, 179, 2), ring(0.5, 179.5, 1)]] }
    expect(decide(frame, shapeCentre(frame)).inside).toBe(false)
    expect(decide(frame, pointOnSurface(frame)).inside).toBe(true)
    fc.assert(
      fc.property(stars, home, (list, place) => {
        const shape: ZoneShape = {
          boundary: 'multipolygon',
          polygons: list.map(it => ringsAt(it, place)),
        }
        expect(decide(shape, pointOnSurface(shape)).inside).toBe(true)
      }),
    )
    const line: ZoneShape = { boundary: 'polygon', points: [at(0, 0), at(0, 1), at(0, 2)] }
    expect(pointOnSurface(line)).toEqual(at(0, 1))
    expect(pointOnSurface({ boundary: 'circle', start: at(0, 0), end: at(2, 2) })).toEqual(at(1, 1))
  })
})
