import type { LatLng } from './geo/lat-lng.ts'
import type { ZoneShape } from './geo/shape.ts'
import { partWidthsM } from './geo/width.ts'
import { findNearestPart, type PreparedShape } from './geofence.ts'

/** A function that returns the width, in metres, of the part of a zone that is nearest to a position. */
export type WidthAt = (place: LatLng) => number

/** Measures the width of each part of a zone once, and returns a function that looks it up for any position. */
export function measureZoneWidth(shape: ZoneShape, prepared: PreparedShape): WidthAt {
  const widths = partWidthsM(shape)
  const [first = 0] = widths
  if (widths.length <= 1) return () => first
  return place => widths[findNearestPart(prepared, place)] ?? first
}
