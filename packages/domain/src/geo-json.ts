import { ringAreaM2 } from './geo/area.ts'
import { midpoint } from './geo/centre.ts'
import { diagonalMeters } from './geo/diagonal.ts'
import { earthRadiusM, radiansPerDegree } from './geo/distance.ts'
import type { LatLng } from './geo/lat-lng.ts'
import { unrollLongitude } from './geo/longitude.ts'
import { createRing } from './geo/ring.ts'
import { type RingPoints, toPolygons, type ZoneShape } from './geo/shape.ts'
import { shapeBounds } from './geo/shape-bounds.ts'

/** A position with longitude before latitude, as in GeoJSON; everywhere else Muster puts latitude first. */
export type Position = [lng: number, lat: number]

export type ZoneGeometry =
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] }

/** The properties of a zone that a file contains. */
export type ZoneInFile = {
  readonly name: string
  readonly description: string | null
  readonly shape: ZoneShape
}

export type ZoneFeature = {
  type: 'Feature'
  properties: {
    name: string
    description: string | null
    /**
     * Only for boxes and circles, because GeoJSON has neither: the kind of shape and its two corners as "latitude,longitude", from
     * which an import restores the shape.
     */
    boundary?: 'rectangle' | 'circle'
    start?: string
    end?: string
  }
  geometry: ZoneGeometry
}

/** The number of corners of the polygon that approximates a circle. */
const circleCorners = 72

/**
 * Converts a shape to a GeoJSON geometry (RFC 7946): rings closed, outer ones counter-clockwise, holes clockwise. Across the
 * antimeridian, longitudes continue beyond 180 instead of jumping, so that maps draw the shape in one piece. The RFC recommends
 * cutting it in two, but then it would not survive a round trip. A circle becomes a polygon with `corners` corners on the circle,
 * 72 by default.
 */
export function shapeToGeometry(shape: ZoneShape, corners = circleCorners): ZoneGeometry {
  if (shape.boundary === 'multipolygon') {
    const referenceLng = shape.polygons[0]?.[0]?.[0]?.lng ?? 0
    return {
      type: 'MultiPolygon',
      coordinates: toPolygons(shape).map(rings =>
        rings.map((ring, n) => toPositions(ring, n > 0, referenceLng)),
      ),
    }
  }
  return { type: 'Polygon', coordinates: [toPositions(toOutline(shape, corners), false)] }
}

/** Returns the corners for drawing a shape with one ring: a polygon's own points, four for a box, `corners` on a circle. */
export function toOutline(
  shape: Exclude<ZoneShape, { boundary: 'multipolygon' }>,
  corners = circleCorners,
): RingPoints {
  if (shape.boundary === 'polygon') return shape.points
  if (shape.boundary === 'rectangle') {
    const { south, west, north, east } = shapeBounds(shape)
    return [
      { lat: south, lng: west },
      { lat: south, lng: east },
      { lat: north, lng: east },
      { lat: north, lng: west },
    ]
  }
  const centre = midpoint(shape.start, shape.end)
  const angle = diagonalMeters(shape.start, shape.end) / 2 / earthRadiusM
  return Array.from({ length: corners }, (_, n) =>
    destinationPoint(centre, angle, (n / corners) * 2 * Math.PI),
  )
}

export function zoneToFeature({ name, description, shape }: ZoneInFile): ZoneFeature {
  const properties: ZoneFeature['properties'] = { name, description }
  if (shape.boundary === 'rectangle' || shape.boundary === 'circle') {
    properties.boundary = shape.boundary
    properties.start = `${shape.start.lat},${shape.start.lng}`
    properties.end = `${shape.end.lat},${shape.end.lng}`
  }
  return { type: 'Feature', properties, geometry: shapeToGeometry(shape) }
}

export function zonesToGeoJson(zones: readonly ZoneInFile[]): {
  type: 'FeatureCollection'
  features: ZoneFeature[]
} {
  return { type: 'FeatureCollection', features: zones.map(zoneToFeature) }
}

/** Returns the point at a distance of `angle` (radians on the sphere) in a direction. E. Williams, "Aviation Formulary", 1997. */
function destinationPoint(from: LatLng, angle: number, bearing: number): LatLng {
  const lat = from.lat * radiansPerDegree
  const sinLat = Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearing)
  const lngDifference = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(lat),
    Math.cos(angle) - Math.sin(lat) * sinLat,
  )
  return { lat: Math.asin(sinLat) / radiansPerDegree, lng: from.lng + lngDifference / radiansPerDegree }
}

/** Returns a closed ring in the direction that the RFC requires, with longitudes unrolled near `referenceLng`. */
function toPositions(points: RingPoints, isHole: boolean, referenceLng?: number): Position[] {
  const isClockwise = ringAreaM2(createRing(points)) < 0
  const orderedPoints = isClockwise === isHole ? points : points.toReversed()
  let currentLng = referenceLng ?? orderedPoints[0]?.lng ?? 0
  const positions = orderedPoints.map(({ lat, lng }): Position => {
    currentLng = unrollLongitude(lng, currentLng)
    return [currentLng, lat]
  })
  const [first] = positions
  return first ? [...positions, [...first]] : []
}
