import type { LatLng } from './lat-lng.ts'
import { countSides, createRing, toRingX } from './ring.ts'

/**
 * Returns true if a point lies in a polygon, by ray casting with the even-odd rule (M. Shimrat, "Algorithm 112", CACM 5, 1962).
 *
 * On the border, the southern and western sides belong to the polygon and the northern and eastern ones do not, so polygons that
 * share a side neither overlap nor leave a gap. Within rounding of the border the result may go either way. Fewer than three
 * points contain nothing. To query one polygon repeatedly, use `ring-tree.ts`.
 */
export function pointInPolygon(point: LatLng, polygon: readonly LatLng[]): boolean {
  const ring = createRing(polygon)
  return hasOddCrossings(ring.coords, 0, countSides(ring), point.lat, toRingX(ring, point.lng))
}

/**
 * Returns true if a ray from the point to the east crosses an odd number of the sides `first` up to but excluding `last` of a
 * ring (its `coords`, see `ring.ts`).
 */
export function hasOddCrossings(
  coords: Float64Array,
  first: number,
  last: number,
  lat: number,
  x: number,
): boolean {
  let isOdd = false
  let fromLat = coords[2 * first] as number
  for (let i = 2 * first; i < 2 * last; i += 2) {
    const toLat = coords[i + 2] as number
    if (fromLat > lat !== toLat > lat) {
      const fromX = coords[i + 1] as number
      const crossing = fromX + ((lat - fromLat) / (toLat - fromLat)) * ((coords[i + 3] as number) - fromX)
      if (x < crossing) isOdd = !isOdd
    }
    fromLat = toLat
  }
  return isOdd
}
