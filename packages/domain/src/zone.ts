import type { LatLng } from './geo/lat-lng.ts'
import type { SimpleZoneShape } from './geo/shape.ts'
import { limits } from './limits.ts'

export const zoneStatuses = ['active', 'pending', 'suspended'] as const
export type ZoneStatus = (typeof zoneStatuses)[number]

/** How a zone's border is read: its points, the exact box of its two corners, or the circle through them. */
export const zoneBoundaries = ['polygon', 'rectangle', 'circle'] as const
export type ZoneBoundary = (typeof zoneBoundaries)[number]

/** The shape of a stored zone. With fewer than three points a polygon is drawn, and tested, as the box of its corners. */
export function zoneShapeOf(zone: {
  boundary: ZoneBoundary
  start: LatLng
  end: LatLng
  points: readonly LatLng[]
}): SimpleZoneShape {
  const { boundary, start, end, points } = zone
  if (boundary !== 'polygon') return { boundary, start, end }
  return points.length >= limits.polygonMinPoints
    ? { boundary, points }
    : { boundary: 'rectangle', start, end }
}

/** 'Active', and 'Suspended' for anything else, as the zone cards show it. */
export function zoneStatusLabel(status: ZoneStatus): string {
  return status === 'active' ? 'Active' : 'Suspended'
}
