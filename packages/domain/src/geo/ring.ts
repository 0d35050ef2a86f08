import type { LatLng } from './lat-lng.ts'
import { unrollLongitude, wrapLongitude } from './longitude.ts'

/** One side of a polygon: latitudes in degrees, x in degrees east of the ring's `originLng`. */
export type Edge = { fromLat: number; fromX: number; toLat: number; toX: number }

/**
 * A closed polygon laid out flat for repeated questions: longitudes are offsets from a meridian in its middle, so
 * the antimeridian needs no thought. Sides are straight in latitude and longitude and go the short way round the earth.
 * A polygon around a pole cannot be laid out like this and is not supported.
 */
export type Ring = { originLng: number; edges: readonly Edge[] }

/** The ring through the points, closed whether or not the last repeats the first. No points, no edges. */
export function ringOf(points: readonly LatLng[]): Ring {
  let here = points[0]?.lng ?? 0
  const lngs = points.map(({ lng }) => {
    here = unrollLongitude(lng, here)
    return here
  })
  const middle = lngs.length === 0 ? 0 : (Math.min(...lngs) + Math.max(...lngs)) / 2
  const corners = points.map(({ lat }, i) => ({ lat, x: (lngs[i] ?? 0) - middle }))
  const edges = corners.map((to, i) => {
    const from = corners.at(i - 1) ?? to
    return { fromLat: from.lat, fromX: from.x, toLat: to.lat, toX: to.x }
  })
  return { originLng: wrapLongitude(middle), edges }
}

/** A longitude as the ring sees it: degrees east of its middle, -180 to 180. */
export function ringX(ring: Ring, lng: number): number {
  return wrapLongitude(lng - ring.originLng)
}
