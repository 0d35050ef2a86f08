import { multiPolygon } from '@turf/turf'
import fc from 'fast-check'
import type { LatLng } from '../geo/lat-lng.ts'
import { wrapLongitude } from '../geo/longitude.ts'
import type { PolygonRings, RingPoints } from '../geo/shape.ts'

export const at = (lat: number, lng: number): LatLng => ({ lat, lng })

/** The origin of a scene, to which its offsets in degrees are added. */
export type Home = { lat: number; lng: number }

/** Generates origins in places prone to errors, and anywhere else. Excludes the poles themselves. */
export const home: fc.Arbitrary<Home> = fc.record({
  lat: fc.oneof(
    fc.integer({ min: -88_000, max: 88_000 }).map(n => n / 1_000),
    fc.constantFrom(0, 88.9, -88.9),
  ),
  lng: fc.oneof(
    fc.integer({ min: -180_000, max: 180_000 }).map(n => n / 1_000),
    fc.constantFrom(180, -180, 0),
  ),
})

/** A polygon with holes that never crosses itself, as offsets in degrees, with corners in order of their bearing. */
export type Star = { north: number; east: number; reach: number[]; holes: number[] }

/** Generates stars with 3 to 60 corners, each at its own distance, and at most one hole. */
export const star: fc.Arbitrary<Star> = fc.record({
  north: fc.constant(0),
  east: fc.constant(0),
  reach: fc.array(
    fc.integer({ min: 2_000, max: 10_000 }).map(n => n / 1e7),
    { minLength: 3, maxLength: 60 },
  ),
  holes: fc.array(fc.constantFrom(0.3, 0.5, 0.8), { maxLength: 1 }),
})

/** Generates one to four stars side by side, so that no two touch. */
export const stars: fc.Arbitrary<Star[]> = fc
  .array(star, { minLength: 1, maxLength: 4 })
  .map(list => list.map((it, n) => ({ ...it, north: 0.003 * (n % 2), east: 0.003 * (n >> 1) })))

/** Returns the rings of a star at an origin. A hole is a smaller copy of the outline in the opposite direction. */
export function ringsAt({ north, east, reach, holes }: Star, place: Home): PolygonRings {
  const ring = (size: number): RingPoints =>
    reach.map((r, n) => {
      const bearing = ((n + 0.25) / reach.length) * 2 * Math.PI
      return at(
        place.lat + north + size * r * Math.cos(bearing),
        wrapLongitude(place.lng + east + size * r * Math.sin(bearing)),
      )
    })
  return [ring(1), ...holes.map(size => ring(size).toReversed())]
}

/** Converts the polygons for Turf, which does not handle the antimeridian; only use this away from it. */
export function toTurf(polygons: readonly PolygonRings[]) {
  return multiPolygon(
    polygons.map(rings =>
      rings.map(points => [...points, ...points.slice(0, 1)].map(({ lat, lng }) => [lng, lat])),
    ),
  )
}

/** Generates points in and around the stars, as offsets in degrees. Integers are uniform; doubles would cluster around zero. */
export const offset: fc.Arbitrary<[number, number]> = fc.tuple(
  fc.integer({ min: -15_000, max: 45_000 }).map(n => n / 1e7),
  fc.integer({ min: -15_000, max: 45_000 }).map(n => n / 1e7),
)
