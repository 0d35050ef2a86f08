import type { LatLng } from './lat-lng.ts'
import { unrollLongitude } from './longitude.ts'

/** A box in degrees. `west` greater than `east` means that it crosses the antimeridian. */
export type Bounds = { south: number; west: number; north: number; east: number }

/**
 * The smallest box around a line of points. From each point to the next the line goes the short way round the earth, so
 * corners at 179 and -179 are two degrees apart. The sides are the given numbers, bit for bit. RangeError without a point.
 */
export function boundsOf(points: readonly LatLng[]): Bounds {
  const first = points[0]
  if (!first) throw new RangeError('Bounds need at least one point')
  const bounds = { south: first.lat, north: first.lat, west: first.lng, east: first.lng }
  let here = first.lng
  let mostWest = here
  let mostEast = here
  for (const { lat, lng } of points) {
    bounds.south = Math.min(bounds.south, lat)
    bounds.north = Math.max(bounds.north, lat)
    here = unrollLongitude(lng, here)
    if (here < mostWest) {
      mostWest = here
      bounds.west = lng
    }
    if (here > mostEast) {
      mostEast = here
      bounds.east = lng
    }
  }
  return bounds
}

/** Whether a point lies in the box; its sides belong to it. */
export function boundsContain(bounds: Bounds, point: LatLng): boolean {
  const { south, north, west, east } = bounds
  if (point.lat < south || point.lat > north) return false
  if (west <= east) return point.lng >= west && point.lng <= east
  return point.lng >= west || point.lng <= east
}

/** How many degrees of longitude the box spans. */
export function longitudeSpan(bounds: Bounds): number {
  return bounds.west <= bounds.east ? bounds.east - bounds.west : bounds.east - bounds.west + 360
}

/** The corners as zones store them: start is the north-west one, end the south-east one. */
export function cornersOf(bounds: Bounds): { start: LatLng; end: LatLng } {
  return { start: { lat: bounds.north, lng: bounds.west }, end: { lat: bounds.south, lng: bounds.east } }
}
