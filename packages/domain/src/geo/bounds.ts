import type { LatLng } from './lat-lng.ts'
import { unrollLongitude } from './longitude.ts'

/** A box in degrees. If `west` is greater than `east`, it crosses the antimeridian. */
export type Bounds = { south: number; west: number; north: number; east: number }

/** The short way round between points: 179 and -179 are two degrees apart. Sides equal the numbers exactly. Throws RangeError. */
export function toBounds(points: readonly LatLng[]): Bounds {
  const first = points[0]
  if (!first) throw new RangeError('Bounds need at least one point')
  const bounds = { south: first.lat, north: first.lat, west: first.lng, east: first.lng }
  let currentLng = first.lng
  let maxWest = currentLng
  let maxEast = currentLng
  for (const { lat, lng } of points) {
    bounds.south = Math.min(bounds.south, lat)
    bounds.north = Math.max(bounds.north, lat)
    currentLng = unrollLongitude(lng, currentLng)
    if (currentLng < maxWest) {
      maxWest = currentLng
      bounds.west = lng
    }
    if (currentLng > maxEast) {
      maxEast = currentLng
      bounds.east = lng
    }
  }
  return bounds
}

/** Returns true if a point lies in the box or on its sides. */
export function boundsContain(bounds: Bounds, point: LatLng): boolean {
  const { south, north } = bounds
  if (point.lat < south || point.lat > north) return false
  return isBetween(point.lng, bounds)
}

/** Returns the degrees of longitude that the box spans. */
export function longitudeSpan(bounds: Bounds): number {
  return bounds.west <= bounds.east ? bounds.east - bounds.west : bounds.east - bounds.west + 360
}

/** Returns true if two boxes share a point; touching sides count. */
export function boundsOverlap(a: Bounds, b: Bounds): boolean {
  if (a.south > b.north || b.south > a.north) return false
  return isBetween(b.west, a) || isBetween(a.west, b)
}

/**
 * Returns the smallest box around all boxes. It leaves out the widest gap between their longitudes, or spans all longitudes if
 * there is none. Throws RangeError without boxes.
 */
export function joinBounds(boxes: readonly Bounds[]): Bounds {
  const sortedBoxes = boxes.toSorted((a, b) => a.west - b.west)
  // The eastern limit of all boxes that begin west of the next one; initially that of all boxes shifted west by one turn.
  let coverage = { until: Number.NEGATIVE_INFINITY, east: 0 }
  for (const box of sortedBoxes) coverage = extendCoverage(coverage, box, -360)
  let widestGap = { gap: Number.NEGATIVE_INFINITY, west: 0, east: 0 }
  for (const box of sortedBoxes) {
    const gap = box.west - coverage.until
    if (gap > widestGap.gap) widestGap = { gap, west: box.west, east: coverage.east }
    coverage = extendCoverage(coverage, box, 0)
  }
  if (sortedBoxes.length === 0) throw new RangeError('Bounds need at least one box')
  const south = Math.min(...sortedBoxes.map(box => box.south))
  const north = Math.max(...sortedBoxes.map(box => box.north))
  return widestGap.gap > 0
    ? { south, west: widestGap.west, north, east: widestGap.east }
    : { south, west: -180, north, east: 180 }
}

function extendCoverage(reach: { until: number; east: number }, box: Bounds, offsetDegrees: number) {
  const until = box.west + longitudeSpan(box) + offsetDegrees
  return until > reach.until ? { until, east: box.east } : reach
}

function isBetween(lng: number, { west, east }: Bounds): boolean {
  return west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
}

/** Returns the corners of the box as zones store them: the north-west corner as `start`, the south-east one as `end`. */
export function toCorners(bounds: Bounds): { start: LatLng; end: LatLng } {
  return { start: { lat: bounds.north, lng: bounds.west }, end: { lat: bounds.south, lng: bounds.east } }
}
