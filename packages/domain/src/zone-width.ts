import type { LatLng } from './geo/lat-lng.ts'
import type { ZoneShape } from './geo/shape.ts'
import { partWidthsM } from './geo/width.ts'
import { findNearestPart, type PreparedShape } from './geofence.ts'

/** Returns the width of a zone at a position, in metres: that of the nearest part. */
export type WidthAt = (place: LatLng) => number

/** Computes all widths once. With a single part, the position does not matter. */
export function measureZoneWidth(shape: ZoneShape, prepared: PreparedShape): WidthAt {
  const widths = partWidthsM(shape)
  const [first = 0] = widths
  if (widths.length <= 1) return () => first
  return place => widths[findNearestPart(prepared, place)] ?? first
}
