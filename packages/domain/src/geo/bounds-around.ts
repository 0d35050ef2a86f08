import type { Bounds } from './bounds.ts'
import { earthRadiusM, radiansPerDegree } from './distance.ts'
import type { LatLng } from './lat-lng.ts'
import { wrapLongitude } from './longitude.ts'

/** Slightly more than the rounding error, in degrees: about 10 micrometres. */
const marginDegrees = 1e-10

/** In metres, by great circle; all longitudes around a pole. J. P. Matuschek, "Bounding Coordinates", 2010. */
export function boundsAround({ lat, lng }: LatLng, radiusM: number): Bounds {
  const angle = radiusM / earthRadiusM
  const degrees = angle / radiansPerDegree + marginDegrees
  const south = lat - degrees
  const north = lat + degrees
  if (south <= -90 || north >= 90) {
    return { south: Math.max(-90, south), west: -180, north: Math.min(90, north), east: 180 }
  }
  const lngAngle = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(lat * radiansPerDegree)))
  const lngDegrees = lngAngle / radiansPerDegree + marginDegrees
  if (lngDegrees >= 180) return { south, west: -180, north, east: 180 }
  return { south, west: wrapLongitude(lng - lngDegrees), north, east: wrapLongitude(lng + lngDegrees) }
}
