import type { LatLng } from './lat-lng.ts'

/** The radius of the specification's earth, a sphere, in metres. */
export const earthRadiusM = 6_371_000

export const radiansPerDegree = Math.PI / 180

/** Metres per degree of latitude, and of longitude at the equator, on that sphere. */
export const metersPerDegree = earthRadiusM * radiansPerDegree

/**
 * Returns the great-circle distance in metres by the haversine formula (R. W. Sinnott, "Virtues of the Haversine", Sky and
 * Telescope 68, 1984). Not rounded; screens round to whole metres.
 */
export function distanceMeters(a: LatLng, b: LatLng): number {
  return haversineMeters(a.lat, a.lng, b.lat, b.lng)
}

/** Returns the great-circle distance in metres between coordinates in degrees, for code that must not allocate objects. */
export function haversineMeters(latA: number, lngA: number, latB: number, lngB: number): number {
  const sinLat = Math.sin(((latB - latA) * radiansPerDegree) / 2)
  const sinLng = Math.sin(((lngB - lngA) * radiansPerDegree) / 2)
  const h =
    sinLat * sinLat + Math.cos(latA * radiansPerDegree) * Math.cos(latB * radiansPerDegree) * sinLng * sinLng
  // Rounding can lift h slightly above 1 for antipodes.
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(h)))
}
