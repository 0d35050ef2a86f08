import { haversineMeters, radiansPerDegree } from './distance.ts'
import { nearestFraction } from './distance-to-segment.ts'
import type { LatLng } from './lat-lng.ts'
import { type Ring, ringOf, ringX } from './ring.ts'

/** Metres from a point to the nearest side of a polygon, whether it lies in or out. Infinity for no points. */
export function distanceToEdge(point: LatLng, polygon: readonly LatLng[]): number {
  return distanceToRing(point, ringOf(polygon))
}

/**
 * The same for a polygon that is asked many times. The sides are compared in a local equirectangular projection around the
 * point, as in `distanceToSegment`; only the winner's distance is taken on the sphere.
 */
export function distanceToRing(point: LatLng, ring: Ring): number {
  const x = ringX(ring, point.lng)
  const shrink = Math.cos(point.lat * radiansPerDegree)
  let best2 = Number.POSITIVE_INFINITY
  let bestLat = Number.NaN
  let bestX = Number.NaN
  for (const edge of ring.edges) {
    const ax = (edge.fromX - x) * shrink
    const ay = edge.fromLat - point.lat
    const bx = (edge.toX - x) * shrink
    const by = edge.toLat - point.lat
    const t = nearestFraction(ax, ay, bx, by)
    const nearX = ax + t * (bx - ax)
    const nearY = ay + t * (by - ay)
    const distance2 = nearX * nearX + nearY * nearY
    if (distance2 < best2) {
      best2 = distance2
      bestLat = edge.fromLat + t * (edge.toLat - edge.fromLat)
      bestX = edge.fromX + t * (edge.toX - edge.fromX)
    }
  }
  if (best2 === Number.POSITIVE_INFINITY) return best2
  return haversineMeters(point.lat, x, bestLat, bestX)
}
