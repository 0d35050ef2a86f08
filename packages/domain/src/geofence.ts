import { trackingAccuracyLimitM } from './accuracy.ts'
import { type Bounds, boundsContain, longitudeSpan, toBounds } from './geo/bounds.ts'
import { shapeCentre } from './geo/centre.ts'
import { diagonalMeters } from './geo/diagonal.ts'
import { haversineMeters, metersPerDegree, radiansPerDegree } from './geo/distance.ts'
import { createSearch, toDistance } from './geo/distance-to-edge.ts'
import type { LatLng } from './geo/lat-lng.ts'
import { wrapLongitude } from './geo/longitude.ts'
import { createRing } from './geo/ring.ts'
import { createRingTree, isInsideRing, type RingTree, searchRing } from './geo/ring-tree.ts'
import { type PolygonRings, toPolygons, type ZoneShape } from './geo/shape.ts'
import { limits } from './limits.ts'

/** The position of a reading in degrees, and the accuracy radius in metres that the device reports. */
export type GeofenceReading = LatLng & { accuracyMeters?: number }

export type Certainty = 'certain' | 'uncertain'

/** The position of a reading relative to a zone. Distances are in metres, never negative, and not rounded. */
export type Verdict = {
  inside: boolean
  distanceToCenterM: number
  distanceToEdgeM: number
  certainty: Certainty
}

/** A zone prepared for many readings: everything that does not depend on the reading is computed once. */
export type PreparedShape =
  | { boundary: 'rectangle'; centre: LatLng; bounds: Bounds; halfSpan: number }
  | { boundary: 'circle'; centre: LatLng; radiusM: number }
  | { boundary: 'polygon'; centre: LatLng; polygons: readonly PreparedPolygon[] }

/** One polygon of a zone: its outer ring and its holes. */
type PreparedPolygon = { bounds: Bounds; rings: readonly RingTree[] }

/** The accuracy, in metres, assumed for a reading that reports none: the worst that tracking still accepts. */
export const assumedAccuracyM = trackingAccuracyLimitM

/**
 * Uncertain if the accuracy circle touches the edge. Zones may cross the antimeridian; corners are joined the short way. Throws
 * RangeError for a ring of fewer than three points.
 */
export function decide(shape: ZoneShape, reading: GeofenceReading): Verdict {
  return decidePrepared(prepareShape(shape), reading)
}

/** Prepares a zone once, for any number of calls to `decidePrepared`. */
export function prepareShape(shape: ZoneShape): PreparedShape {
  const centre = shapeCentre(shape)
  if (shape.boundary === 'polygon' || shape.boundary === 'multipolygon') {
    return { boundary: 'polygon', centre, polygons: toPolygons(shape).map(preparePolygon) }
  }
  if (shape.boundary === 'circle') {
    return { boundary: 'circle', centre, radiusM: diagonalMeters(shape.start, shape.end) / 2 }
  }
  const bounds = toBounds([shape.start, shape.end])
  return { boundary: 'rectangle', centre, bounds, halfSpan: longitudeSpan(bounds) / 2 }
}

/** Does the same as `decide`, for a prepared zone. The reading must be in range; see `isLatLng`. */
export function decidePrepared(prepared: PreparedShape, reading: GeofenceReading): Verdict {
  const { centre } = prepared
  const distanceToCenterM = haversineMeters(centre.lat, centre.lng, reading.lat, reading.lng)
  let inside: boolean
  let distanceToEdgeM: number
  switch (prepared.boundary) {
    case 'rectangle':
      inside = boundsContain(prepared.bounds, reading)
      distanceToEdgeM = distanceToBox(prepared.bounds, prepared.halfSpan, centre, inside, reading)
      break
    case 'circle':
      inside = distanceToCenterM <= prepared.radiusM
      distanceToEdgeM = Math.abs(distanceToCenterM - prepared.radiusM)
      break
    case 'polygon':
      inside = prepared.polygons.some(polygon => isInPolygon(polygon, reading))
      distanceToEdgeM = distanceToPolygons(prepared.polygons, reading)
      break
  }
  const certainty = distanceToEdgeM <= accuracyOrDefault(reading.accuracyMeters) ? 'uncertain' : 'certain'
  return { inside, distanceToCenterM, distanceToEdgeM, certainty }
}

/** Returns the index of the polygon that contains a point or is nearest to it; 0 for boxes and circles. */
export function findNearestPart(prepared: PreparedShape, place: LatLng): number {
  if (prepared.boundary !== 'polygon') return 0
  const { polygons } = prepared
  const containingIndex = polygons.findIndex(polygon => isInPolygon(polygon, place))
  if (containingIndex >= 0) return containingIndex
  let nearestIndex = 0
  const search = createSearch(place.lat)
  for (const [n, { rings }] of polygons.entries()) {
    const { best2 } = search
    for (const ring of rings) searchRing(ring, place.lng, search)
    if (search.best2 < best2) nearestIndex = n
  }
  return nearestIndex
}

function preparePolygon(rings: PolygonRings): PreparedPolygon {
  for (const { length } of rings) {
    if (length < limits.polygonMinPoints) {
      throw new RangeError(`A polygon needs at least ${limits.polygonMinPoints} points`)
    }
  }
  return { bounds: toBounds(rings[0] ?? []), rings: rings.map(points => createRingTree(createRing(points))) }
}

/** Returns true if an odd number of rings surrounds the point: it is then in the outer ring and in no hole. */
function isInPolygon({ bounds, rings }: PreparedPolygon, point: LatLng): boolean {
  // The box check is cheap and rules out most readings of people elsewhere.
  if (!boundsContain(bounds, point)) return false
  const { lat, lng } = point
  let inside = false
  for (const ring of rings) if (isInsideRing(ring, lat, lng)) inside = !inside
  return inside
}

/** Returns the metres to the nearest edge. The edge of a hole counts like any other edge. */
function distanceToPolygons(polygons: readonly PreparedPolygon[], { lat, lng }: LatLng): number {
  const search = createSearch(lat)
  for (const { rings } of polygons) for (const ring of rings) searchRing(ring, lng, search)
  return toDistance(search)
}

/** In metres: the reported accuracy, or the assumed one if none or a negative one is reported. */
export function accuracyOrDefault(meters: number | undefined): number {
  return meters !== undefined && meters >= 0 ? meters : assumedAccuracyM
}

/** In metres. The nearest point is found on a flat map: from thousands of kilometres away, off by up to the box's size. */
function distanceToBox(
  bounds: Bounds,
  halfSpan: number,
  centre: LatLng,
  inside: boolean,
  point: LatLng,
): number {
  const x = wrapLongitude(point.lng - centre.lng)
  if (inside) {
    const verticalGapDegrees = Math.min(bounds.north - point.lat, point.lat - bounds.south)
    const horizontalGapDegrees = Math.max(0, halfSpan - Math.abs(x)) * Math.cos(point.lat * radiansPerDegree)
    return Math.min(verticalGapDegrees, horizontalGapDegrees) * metersPerDegree
  }
  const nearLat = Math.min(bounds.north, Math.max(bounds.south, point.lat))
  const nearX = Math.min(halfSpan, Math.max(-halfSpan, x))
  return haversineMeters(point.lat, x, nearLat, nearX)
}
