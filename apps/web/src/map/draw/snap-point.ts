import { nearestFraction } from '@muster/domain/geo/distance-to-segment.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { unrollLongitude } from '@muster/domain/geo/longitude.ts'

type ScreenPoint = { readonly x: number; readonly y: number }

/** The distance in pixels within which a point snaps to a neighbour. */
const snapPixels = 12

/**
 * Returns the nearest corner of the outlines within `maxPixels` of the point, otherwise the nearest position on one of their sides,
 * or undefined if nothing is that near. `project` converts a position to pixels. A corner goes before a nearer side, because zones
 * that share a corner should share it exactly.
 */
export function snapPoint(
  at: LatLng,
  outlines: readonly (readonly LatLng[])[],
  project: (position: LatLng) => ScreenPoint,
  maxPixels = snapPixels,
): LatLng | undefined {
  const pointer = project(at)
  const toOffset = (position: LatLng) => {
    const { x, y } = project({ lat: position.lat, lng: unrollLongitude(position.lng, at.lng) })
    return { x: x - pointer.x, y: y - pointer.y }
  }
  let corner: { at: LatLng; pixels: number } | undefined
  let side: { at: LatLng; pixels: number } | undefined
  for (const outline of outlines) {
    const offsets = outline.map(toOffset)
    for (const [n, to] of outline.entries()) {
      const previous = n === 0 ? outline.length - 1 : n - 1
      const [from, a, b] = [outline[previous], offsets[previous], offsets[n]]
      if (!from || !a || !b) continue
      const cornerPixels = Math.hypot(b.x, b.y)
      if (cornerPixels <= (corner?.pixels ?? maxPixels)) corner = { at: to, pixels: cornerPixels }
      const fraction = nearestFraction(a.x, a.y, b.x, b.y)
      const sidePixels = Math.hypot(a.x + (b.x - a.x) * fraction, a.y + (b.y - a.y) * fraction)
      if (sidePixels <= (side?.pixels ?? maxPixels))
        side = { at: interpolate(from, to, fraction), pixels: sidePixels }
    }
  }
  return (corner ?? side)?.at
}

/** Returns the position at a fraction of a side, which is straight in latitude and longitude. */
function interpolate(from: LatLng, to: LatLng, fraction: number): LatLng {
  const lngSpan = unrollLongitude(to.lng, from.lng) - from.lng
  return { lat: from.lat + (to.lat - from.lat) * fraction, lng: from.lng + lngSpan * fraction }
}
