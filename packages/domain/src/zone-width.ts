import type { LatLng } from './geo/lat-lng.ts'
import type { ZoneShape } from './geo/shape.ts'
import { partWidthsM } from './geo/width.ts'
import { nearestPart, type PreparedShape } from './geofence.ts'

/** How wide a zone is across at a place, in metres: as wide as the part of it that is nearest there. */
export type WidthAt = (place: LatLng) => number

/** All widths are worked out once; where there is one part only, no place is looked at. */
export function zoneWidthOf(shape: ZoneShape, prepared: PreparedShape): WidthAt {
  const widths = partWidthsM(shape)
  const [first = 0] = widths
  if (widths.length <= 1) return () => first
  return place => widths[nearestPart(prepared, place)] ?? first
}
