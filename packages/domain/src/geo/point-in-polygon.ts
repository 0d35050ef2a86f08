import type { LatLng } from './lat-lng.ts'
import { type Ring, ringOf, ringX } from './ring.ts'

/**
 * Whether a point lies in a polygon, by ray casting with the even-odd rule (M. Shimrat, "Algorithm 112", CACM 5, 1962).
 *
 * A point on the border: the southern and western sides belong to the polygon, the northern and eastern ones do not.
 * So polygons that share a side share no point and leave no gap. Within rounding of the border either answer can come.
 * Fewer than three points hold nothing.
 */
export function pointInPolygon(point: LatLng, polygon: readonly LatLng[]): boolean {
  return pointInRing(point, ringOf(polygon))
}

/** The same for a polygon that is asked many times. */
export function pointInRing(point: LatLng, ring: Ring): boolean {
  const x = ringX(ring, point.lng)
  const lat = point.lat
  let inside = false
  for (const edge of ring.edges) {
    if (edge.fromLat > lat === edge.toLat > lat) continue
    const crossing =
      edge.fromX + ((lat - edge.fromLat) / (edge.toLat - edge.fromLat)) * (edge.toX - edge.fromX)
    if (x < crossing) inside = !inside
  }
  return inside
}
