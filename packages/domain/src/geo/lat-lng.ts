/** A place on the earth in degrees, WGS 84. Everywhere in Muster latitude stands before longitude. */
export type LatLng = { lat: number; lng: number }

/** Latitude between -90 and 90 degrees; NaN and infinities are not. */
export function isLatitude(value: number): boolean {
  return value >= -90 && value <= 90
}

/** Longitude between -180 and 180 degrees; NaN and infinities are not. */
export function isLongitude(value: number): boolean {
  return value >= -180 && value <= 180
}

/** Whether a value from outside is a place: two finite numbers in range. */
export function isLatLng(value: unknown): value is LatLng {
  if (typeof value !== 'object' || value === null) return false
  const { lat, lng } = value as Partial<Record<'lat' | 'lng', unknown>>
  return typeof lat === 'number' && typeof lng === 'number' && isLatitude(lat) && isLongitude(lng)
}
