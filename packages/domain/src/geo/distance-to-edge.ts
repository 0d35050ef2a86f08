import { haversineMeters, radiansPerDegree } from './distance.ts'
import { nearestFraction } from './distance-to-segment.ts'
import type { LatLng } from './lat-lng.ts'
import { countSides, createRing, ringX } from './ring.ts'

/**
 * Metres from a point to the nearest side of a polygon, from inside or outside. Infinity without points. Sides are compared in a
 * local equirectangular projection around the point, as in `distanceToSegment`; only the nearest side's distance is computed on the
 * sphere. For repeated questions about one polygon see `ring-tree.ts`.
 */
export function distanceToEdge(point: LatLng, polygon: readonly LatLng[]): number {
  const ring = createRing(polygon)
  const search = searchFrom(point.lat)
  search.x = ringX(ring, point.lng)
  nearestSide(ring.coords, 0, countSides(ring), search)
  return toDistance(search)
}

/** A search for the nearest place on some edges. In degrees; squares are in degrees of latitude on the flat map. */
export type NearestSearch = {
  readonly lat: number
  /** The cosine of the latitude: the factor by which degrees of longitude shrink here. */
  readonly shrink: number
  /** The searching place in the coordinates of the current ring. */
  x: number
  best2: number
  bestLat: number
  /** Degrees east of the point. */
  bestDx: number
}

export function searchFrom(lat: number): NearestSearch {
  const shrink = Math.cos(lat * radiansPerDegree)
  return { lat, shrink, x: 0, best2: Number.POSITIVE_INFINITY, bestLat: Number.NaN, bestDx: Number.NaN }
}

/** Compares sides `first` up to but excluding `last` of a ring (its `coords`, see `ring.ts`) with the best found so far. */
export function nearestSide(coords: Float64Array, first: number, last: number, search: NearestSearch): void {
  const { lat, shrink, x } = search
  let ax = ((coords[2 * first + 1] as number) - x) * shrink
  let ay = (coords[2 * first] as number) - lat
  for (let i = 2 * first + 2; i <= 2 * last; i += 2) {
    const bx = ((coords[i + 1] as number) - x) * shrink
    const by = (coords[i] as number) - lat
    const t = nearestFraction(ax, ay, bx, by)
    const nearX = ax + t * (bx - ax)
    const nearY = ay + t * (by - ay)
    const distance2 = nearX * nearX + nearY * nearY
    if (distance2 < search.best2) {
      const fromLat = coords[i - 2] as number
      const fromX = coords[i - 1] as number
      search.best2 = distance2
      search.bestLat = fromLat + t * ((coords[i] as number) - fromLat)
      search.bestDx = fromX + t * ((coords[i + 1] as number) - fromX) - x
    }
    ax = bx
    ay = by
  }
}

/** Metres to the nearest place found, or Infinity. */
export function toDistance(search: NearestSearch): number {
  if (search.best2 === Number.POSITIVE_INFINITY) return search.best2
  return haversineMeters(search.lat, 0, search.bestLat, search.bestDx)
}
