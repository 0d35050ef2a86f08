import { centerOfMass, centroid as cornerMean, polygon as turfPolygon } from '@turf/turf'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { midpoint, polygonCentre } from './centre.ts'
import { distanceMeters } from './distance.ts'
import type { LatLng } from './lat-lng.ts'

const at = (lat: number, lng: number): LatLng => ({ lat, lng })

describe('the midpoint of two corners', () => {
  test('lies half way between them, including across the antimeridian', () => {
    expect(midpoint(at(1, 2), at(3, 6))).toEqual(at(2, 4))
    expect(midpoint(at(0, 179), at(0, -177))).toEqual(at(0, -179))
    expect(midpoint(at(0, -177), at(0, 179))).toEqual(at(0, -179))
  })
})

describe('the centre of a polygon', () => {
  test('is the centroid of its area, not of its corners', () => {
    const square = [at(0, 0), at(0, 1), at(0, 2), at(2, 2), at(2, 0)]
    const centre = polygonCentre(square)
    expect(centre.lat).toBeCloseTo(1, 12)
    expect(centre.lng).toBeCloseTo(1, 12)
  })

  test('is correct across the antimeridian', () => {
    const centre = polygonCentre([at(10, 179.99), at(10, -179.99), at(10.02, -179.99), at(10.02, 179.99)])
    expect(centre.lat).toBeCloseTo(10.01, 9)
    expect(Math.abs(centre.lng)).toBeCloseTo(180, 9)
  })

  test('is the mean of the corners if there is no area', () => {
    expect(polygonCentre([at(1, 1), at(1, 1), at(1, 1)])).toEqual(at(1, 1))
    const lineCentre = polygonCentre([at(0, 0), at(0, 1), at(0, 2)])
    expect(lineCentre).toEqual(at(0, 1))
  })

  test('requires at least one point', () => {
    expect(() => polygonCentre([])).toThrow(RangeError)
  })

  test('agrees with Turf', () => {
    // Corners sorted by bearing form a polygon that does not cross itself.
    const corner = fc.tuple(
      fc.integer({ min: 10_000, max: 40_000 }).map(n => n / 1e7),
      fc.integer({ min: 0, max: 60 }).map(n => n / 100),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: -70_000, max: 70_000 }).map(n => n / 1_000),
        fc.array(corner, { minLength: 5, maxLength: 10 }),
        (lat, corners) => {
          const polygon = corners.map(([reach, lag], i) => {
            const bearing = ((i + lag) / corners.length) * 2 * Math.PI
            return at(lat + reach * Math.cos(bearing), 20 + reach * Math.sin(bearing))
          })
          const ring = turfPolygon([[...polygon, ...polygon.slice(0, 1)].map(({ lat, lng }) => [lng, lat])])
          const [lng = Number.NaN, latitude = Number.NaN] = centerOfMass(ring).geometry.coordinates
          expect(distanceMeters(polygonCentre(polygon), at(latitude, lng))).toBeLessThan(0.01)
          expect(cornerMean(ring).geometry.coordinates).not.toEqual([lng, latitude])
        },
      ),
    )
  })
})
