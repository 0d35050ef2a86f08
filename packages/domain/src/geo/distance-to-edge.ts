import { haversineMeters, radiansPerDegree } from './distance.ts'
import { nearestFraction } from './distance-to-segment.ts'
import type { LatLng } from './lat-lng.ts'
import { countSides, createRing, toRingX } from './ring.ts'

/**
 * From inside or outside; Infinity without points. Compares in a local equirectangular projection, then measures on the sphere. To
 * repeat, use `ring-tree.ts`.
 */
export function distanceToEdge(point: LatLng, polygon: readonly LatLng[]): number {
  const ring = createRing(polygon)
  const search = createSearch(point.lat)
  search.x = toRingX(ring, point.lng)
  updateNearest(ring.coords, 0, countSides(ring), search)
  return toDistance(search)
}

/**
 * A search for the nearest point on a set of edges. Coordinates are in degrees. `best2` is a squared distance on the flat map, in
 * squared degrees of latitude.
 */
export type NearestSearch = {
  readonly lat: number
  /** The cosine of the latitude: the factor by which degrees of longitude shrink here. */
  readonly shrink: number
  /** The longitude of the searching point in the coordinates of the current ring. */
  x: number
  best2: number
  bestLat: number
  /** The nearest point found, in degrees east of the searching point. */
  bestDx: number
}

export function createSearch(lat: number): NearestSearch {
  const lngScale = Math.cos(lat * radiansPerDegree)
  return {
    lat,
    shrink: lngScale,
    x: 0,
    best2: Number.POSITIVE_INFINITY,
    bestLat: Number.NaN,
    bestDx: Number.NaN,
  }
}

/** Compares sides `first` up to but excluding `last` of a ring (its `coords`, see `ring.ts`) with the nearest found so far. */
export function updateNearest(
  coords: Float64Array,
  first: number,
  last: number,
  search: NearestSearch,
): void {
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

/** Returns the metres to the nearest point found, or Infinity. */
export function toDistance(search: NearestSearch): number {
  if (search.best2 === Number.POSITIVE_INFINITY) return search.best2
  return haversineMeters(search.lat, 0, search.bestLat, search.bestDx)
}
