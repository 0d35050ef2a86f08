/** A position on the earth in degrees (WGS 84). Muster always puts latitude before longitude. */
export type LatLng = { lat: number; lng: number }

/** Returns true for a latitude between -90 and 90 degrees; false for NaN and infinities. */
export function isLatitude(value: number): boolean {
  return value >= -90 && value <= 90
}

/** Returns true for a longitude between -180 and 180 degrees; false for NaN and infinities. */
export function isLongitude(value: number): boolean {
  return value >= -180 && value <= 180
}

/** Returns true if an external value is a valid position: two finite numbers in range. */
export function isLatLng(value: unknown): value is LatLng {
  if (typeof value !== 'object' || value === null) return false
  const { lat, lng } = value as Partial<Record<'lat' | 'lng', unknown>>
  return typeof lat === 'number' && typeof lng === 'number' && isLatitude(lat) && isLongitude(lng)
}
