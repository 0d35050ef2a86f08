import type { LatLng } from './lat-lng.ts'
import { unrollLongitude, wrapLongitude } from './longitude.ts'
import { type Ring, ringOf } from './ring.ts'

/** The middle between two corners in degrees, going the short way round the earth. */
export function midpoint(a: LatLng, b: LatLng): LatLng {
  return { lat: (a.lat + b.lat) / 2, lng: wrapLongitude((a.lng + unrollLongitude(b.lng, a.lng)) / 2) }
}

/**
 * The centre of a polygon: its centroid by area (P. Bourke, "Calculating the area and centroid of a polygon", 1988). A
 * polygon without area has the mean of its corners. The centre of a bent polygon can lie outside it. RangeError without points.
 */
export function polygonCentre(polygon: readonly LatLng[]): LatLng {
  return ringCentre(ringOf(polygon))
}

/** The same for a polygon that is laid out already. */
export function ringCentre(ring: Ring): LatLng {
  const anchor = ring.edges[0]
  if (!anchor) throw new RangeError('A polygon without points has no centre')
  // Latitudes are taken from one corner: sums of small numbers keep their digits.
  const base = anchor.fromLat
  let twiceArea = 0
  let sumX = 0
  let sumY = 0
  let meanX = 0
  let meanY = 0
  for (const edge of ring.edges) {
    const fromY = edge.fromLat - base
    const toY = edge.toLat - base
    const cross = edge.fromX * toY - edge.toX * fromY
    twiceArea += cross
    sumX += (edge.fromX + edge.toX) * cross
    sumY += (fromY + toY) * cross
    meanX += edge.toX / ring.edges.length
    meanY += toY / ring.edges.length
  }
  const flat = Math.abs(twiceArea) < 1e-18
  const x = flat ? meanX : sumX / (3 * twiceArea)
  const y = flat ? meanY : sumY / (3 * twiceArea)
  return { lat: base + y, lng: wrapLongitude(ring.originLng + x) }
}
