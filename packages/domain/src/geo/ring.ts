import type { LatLng } from './lat-lng.ts'
import { unrollLongitude, wrapLongitude } from './longitude.ts'

/**
 * A closed polygon laid out flat for repeated queries. Longitudes are offsets from a meridian in its middle, so the antimeridian is
 * not a special case. Sides are straight in latitude and longitude and take the short way round the earth. Polygons around a pole
 * cannot be laid out like this and are not supported.
 *
 * `coords` stores latitude and x (degrees east of `originLng`) of one corner after another, and repeats the first corner at the
 * end. It is one flat array, because the zones of an installation can have millions of corners.
 */
export type Ring = { originLng: number; coords: Float64Array }

/** Creates the ring through the points, closed whether or not the last repeats the first. Without points it has no sides. */
export function createRing(points: readonly LatLng[]): Ring {
  const count = isClosed(points) ? points.length - 1 : points.length
  const coords = new Float64Array(count === 0 ? 0 : 2 * count + 2)
  let currentLng = points[0]?.lng ?? 0
  let maxWest = currentLng
  let maxEast = currentLng
  for (let i = 0; i < count; i++) {
    const { lat, lng } = points[i] as LatLng
    currentLng = unrollLongitude(lng, currentLng)
    maxWest = Math.min(maxWest, currentLng)
    maxEast = Math.max(maxEast, currentLng)
    coords[2 * i] = lat
    coords[2 * i + 1] = currentLng
  }
  const middle = (maxWest + maxEast) / 2
  for (let i = 1; i < 2 * count; i += 2) coords[i] = (coords[i] as number) - middle
  if (count > 0) coords.copyWithin(2 * count, 0, 2)
  return { originLng: wrapLongitude(middle), coords }
}

/** Returns the number of sides; side i goes from corner i to corner i + 1. */
export function countSides({ coords }: Ring): number {
  return Math.max(0, coords.length / 2 - 1)
}

/** Converts a longitude to the coordinates of the ring: degrees east of its middle, from -180 to 180. */
export function toRingX(ring: Ring, lng: number): number {
  return wrapLongitude(lng - ring.originLng)
}

function isClosed(points: readonly LatLng[]): boolean {
  const [first, last] = [points[0], points.at(-1)]
  return points.length > 1 && first?.lat === last?.lat && first?.lng === last?.lng
}
