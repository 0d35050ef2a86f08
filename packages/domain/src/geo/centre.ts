import type { LatLng } from './lat-lng.ts'
import { unrollLongitude, wrapLongitude } from './longitude.ts'
import { createRing, type Ring } from './ring.ts'
import { type PolygonRings, toPolygons, type ZoneShape } from './shape.ts'

/** Returns the point halfway between two corners in degrees, by the short way round the earth. */
export function midpoint(a: LatLng, b: LatLng): LatLng {
  return { lat: (a.lat + b.lat) / 2, lng: wrapLongitude((a.lng + unrollLongitude(b.lng, a.lng)) / 2) }
}

/** Returns the centre of a polygon without holes; see `shapeCentre`. */
export function polygonCentre(polygon: readonly LatLng[]): LatLng {
  return polygonsCentre([[polygon]])
}

/**
 * In degrees: midpoint of two corners, or area centroid (P. Bourke, 1988), the mean of corners without area. May lie outside; see
 * `pointOnSurface`. Throws RangeError without points.
 */
export function shapeCentre(shape: ZoneShape): LatLng {
  if (shape.boundary === 'rectangle' || shape.boundary === 'circle') return midpoint(shape.start, shape.end)
  return polygonsCentre(toPolygons(shape))
}

function polygonsCentre(polygons: readonly PolygonRings[]): LatLng {
  const rings = polygons.flatMap(rings =>
    rings.map((points, n) => ({ ring: createRing(points), hole: n > 0 })),
  )
  const anchor = rings.find(({ ring }) => ring.coords.length > 0)?.ring
  if (!anchor) throw new RangeError('A polygon without points has no centre')
  // Coordinates are taken relative to one corner, because sums of small numbers are more precise.
  const base = { lat: anchor.coords[0] as number, lng: anchor.originLng }
  const sum = { twiceArea: 0, x: 0, y: 0 }
  const mean = { corners: 0, x: 0, y: 0 }
  for (const { ring, hole } of rings) {
    const moments = measureMoments(ring, base)
    const sign = moments.twiceArea > 0 === hole ? -1 : 1
    sum.twiceArea += sign * moments.twiceArea
    sum.x += sign * moments.x
    sum.y += sign * moments.y
    mean.corners += moments.corners
    mean.x += moments.meanX
    mean.y += moments.meanY
  }
  const isDegenerate = Math.abs(sum.twiceArea) < 1e-18
  const x = isDegenerate ? mean.x / mean.corners : sum.x / (3 * sum.twiceArea)
  const y = isDegenerate ? mean.y / mean.corners : sum.y / (3 * sum.twiceArea)
  return { lat: base.lat + y, lng: wrapLongitude(base.lng + x) }
}

/** Returns twice the area of a ring (counter-clockwise positive), its moments, and the sums of its corners. */
function measureMoments({ originLng, coords }: Ring, base: LatLng) {
  const shift = unrollLongitude(originLng, base.lng) - base.lng
  const moments = { twiceArea: 0, x: 0, y: 0, corners: coords.length / 2 - 1, meanX: 0, meanY: 0 }
  for (let i = 2; i < coords.length; i += 2) {
    const fromX = (coords[i - 1] as number) + shift
    const toX = (coords[i + 1] as number) + shift
    const fromY = (coords[i - 2] as number) - base.lat
    const toY = (coords[i] as number) - base.lat
    const cross = fromX * toY - toX * fromY
    moments.twiceArea += cross
    moments.x += (fromX + toX) * cross
    moments.y += (fromY + toY) * cross
    moments.meanX += toX
    moments.meanY += toY
  }
  return moments
}
