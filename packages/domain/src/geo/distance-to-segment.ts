import { haversineMeters, radiansPerDegree } from './distance.ts'
import type { LatLng } from './lat-lng.ts'
import { unrollLongitude } from './longitude.ts'

/**
 * Returns the metres from a point to a segment that is straight in latitude and longitude and takes the short way round the
 * earth.
 *
 * The nearest point is found in a local equirectangular projection around the given point (longitudes shrunk by the cosine of its
 * latitude); the distance to it is the great circle. At the size of zones the error is far below a reading's accuracy. For a
 * point hundreds of kilometres away it is a good estimate.
 */
export function distanceToSegment(point: LatLng, a: LatLng, b: LatLng): number {
  const lngScale = Math.cos(point.lat * radiansPerDegree)
  const lngA = unrollLongitude(a.lng, point.lng)
  const lngB = unrollLongitude(b.lng, lngA)
  const t = nearestFraction(
    (lngA - point.lng) * lngScale,
    a.lat - point.lat,
    (lngB - point.lng) * lngScale,
    b.lat - point.lat,
  )
  return haversineMeters(point.lat, point.lng, a.lat + t * (b.lat - a.lat), lngA + t * (lngB - lngA))
}

/** Returns the fraction of the segment a to b, from 0 to 1, at which it is nearest to the origin of the plane. */
export function nearestFraction(ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax
  const dy = by - ay
  const length2 = dx * dx + dy * dy
  if (length2 === 0) return 0
  return Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length2))
}
