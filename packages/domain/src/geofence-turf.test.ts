import {
  booleanPointInPolygon,
  lineString,
  pointToLineDistance,
  polygon as turfPolygon,
  earthRadius as turfRadiusM,
} from '@turf/turf'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toBounds } from './geo/bounds.ts'
import { distanceMeters, earthRadiusM } from './geo/distance.ts'
import type { LatLng } from './geo/lat-lng.ts'
import { unrollLongitude, wrapLongitude } from './geo/longitude.ts'
import type { ZoneShape } from './geo/shape.ts'
import { decide } from './geofence.ts'
import { at, home, offset, ringsAt, stars, toTurf } from './testing/geometry.ts'

/** The width, in metres, of the band along the edge in which rounding may decide the result. */
const bandM = 0.01
/** The number of runs, each of which tests ten points. Set GEOMETRY_RUNS to run more, up to a million. */
const runs = Number(process.env.GEOMETRY_RUNS ?? 1_000)

/** Turf does not handle the antimeridian, so it receives unrolled longitudes. */
const toMapPoint = ({ lat, lng }: LatLng, referenceLng: number): [number, number] => [
  unrollLongitude(lng, referenceLng),
  lat,
]

describe('Turf agrees everywhere outside a band of a centimetre', () => {
  test('on polygons with holes and several parts', () => {
    let insideCount = 0
    fc.assert(
      fc.property(stars, home, fc.array(offset, { minLength: 10, maxLength: 10 }), (list, place, points) => {
        const shape: ZoneShape = { boundary: 'multipolygon', polygons: list.map(it => ringsAt(it, place)) }
        const unrolledPolygons = shape.polygons.map(rings =>
          rings.map(ring => ring.map(({ lat, lng }) => at(lat, unrollLongitude(lng, place.lng)))),
        )
        const turfZone = toTurf(unrolledPolygons)
        for (const [north, east] of points) {
          const point = at(place.lat + north, wrapLongitude(place.lng + east))
          const verdict = decide(shape, point)
          if (verdict.inside) insideCount += 1
          if (verdict.distanceToEdgeM < bandM) continue
          expect(booleanPointInPolygon(toMapPoint(point, place.lng), turfZone)).toBe(verdict.inside)
        }
      }),
      { numRuns: runs },
    )
    expect(insideCount).toBeGreaterThan(runs / 10)
  })

  test('on the distance to the edge, including the edges of holes', () => {
    fc.assert(
      fc.property(stars, home, offset, (list, { lat }, [north, east]) => {
        // Beyond 80 degrees the two flat maps, centred on different points, differ by more than a decimetre.
        fc.pre(Math.abs(lat) < 80)
        const polygons = list.map(it => ringsAt(it, { lat, lng: 20 }))
        const turfLines = polygons.flatMap(rings =>
          rings.map(points =>
            pointToLineDistance(
              [20 + east, lat + north],
              lineString([...points, ...points.slice(0, 1)].map(corner => [corner.lng, corner.lat])),
              { units: 'meters' },
            ),
          ),
        )
        const { distanceToEdgeM } = decide({ boundary: 'multipolygon', polygons }, at(lat + north, 20 + east))
        expect(
          Math.abs(distanceToEdgeM - (Math.min(...turfLines) * earthRadiusM) / turfRadiusM),
        ).toBeLessThan(0.1)
      }),
      { numRuns: 300 },
    )
  })

  test('on rectangles, and on circles by their radius', () => {
    fc.assert(
      fc.property(home, offset, offset, offset, (place, a, b, c) => {
        const [start, end, point] = [a, b, c].map(([n, e]) => at(place.lat + n, wrapLongitude(place.lng + e)))
        if (!start || !end || !point) throw new Error('three places')
        const box = decide({ boundary: 'rectangle', start, end }, point)
        const { south, north } = toBounds([start, end])
        const [west, east] = [start, end].map(corner => unrollLongitude(corner.lng, place.lng))
        if (west === undefined || east === undefined) throw new Error('two corners')
        const corners = [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ]
        if (box.distanceToEdgeM >= bandM) {
          expect(booleanPointInPolygon(toMapPoint(point, place.lng), turfPolygon([corners]))).toBe(box.inside)
        }
        const circle = decide({ boundary: 'circle', start, end }, point)
        const radius = distanceMeters(start, end) / 2
        if (circle.distanceToEdgeM >= bandM) expect(circle.inside).toBe(circle.distanceToCenterM < radius)
      }),
      { numRuns: runs },
    )
  })

  test('when rings are rotated or reversed', () => {
    fc.assert(
      fc.property(stars, home, offset, fc.nat(59), (list, place, [north, east], turn) => {
        const polygons = list.map(it => ringsAt(it, place))
        const point = at(place.lat + north, wrapLongitude(place.lng + east))
        const rotatedPolygons = polygons.map(rings =>
          rings.map(points => {
            const shift = turn % points.length
            return [...points.slice(shift), ...points.slice(0, shift)].toReversed()
          }),
        )
        const [original, rotatedVerdict] = [polygons, rotatedPolygons].map(it =>
          decide({ boundary: 'multipolygon', polygons: it }, point),
        )
        expect(rotatedVerdict?.inside).toBe(original?.inside)
        expect(rotatedVerdict?.distanceToEdgeM).toBeCloseTo(original?.distanceToEdgeM ?? Number.NaN, 6)
      }),
    )
  })
})
