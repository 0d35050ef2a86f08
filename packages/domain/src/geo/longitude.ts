/** Returns the same direction as an angle between -180 and 180 degrees. An angle already in range is returned unchanged. */
export function wrapLongitude(degrees: number): number {
  if (degrees >= -180 && degrees <= 180) return degrees
  return degrees - 360 * Math.round(degrees / 360)
}

/**
 * Shifts `lng` by whole turns as close to `reference` as possible. Points unrolled one after the other form a line without the
 * jump at the antimeridian: 179, -179 becomes 179, 181.
 */
export function unrollLongitude(lng: number, reference: number): number {
  return lng + 360 * Math.round((reference - lng) / 360)
}
