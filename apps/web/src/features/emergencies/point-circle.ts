import { boundsAround } from '@muster/domain/geo/bounds-around.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'

/** The circle of an assembly point, from its western to its eastern end. */
export function toCircle({ lat, lng, radiusMeters }: LatLng & { radiusMeters: number }): ZoneShape {
  const { west, east } = boundsAround({ lat, lng }, radiusMeters)
  return { boundary: 'circle', start: { lat, lng: west }, end: { lat, lng: east } }
}
