import { distanceMeters } from './distance.ts'
import type { LatLng } from './lat-lng.ts'

/** Returns the distance between two corners of a zone in metres; half of it is the radius of a circular zone. */
export function diagonalMeters(start: LatLng, end: LatLng): number {
  return distanceMeters(start, end)
}
