import { earthRadiusM, metersPerDegree, radiansPerDegree } from '@muster/domain/geo/distance.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { type Position, shapeToGeometry, type ZoneGeometry } from '@muster/domain/geo-json.ts'

/** At a radius of 100 m the line is 4 mm off, at 10 km 40 cm, which is less than its own width. */
const circleVertexCount = 360
/** Maximum distance in metres between a drawn side and the tested one, and the maximum number of pieces per side. */
const maxErrorM = 0.05
const maxSegments = 512

/**
 * Converts a shape so that the drawn lines match the tested ones. A tested side is straight in latitude and longitude, but web maps
 * draw straight lines in the Mercator projection, which join the same two ends differently. Long slanted sides are therefore cut
 * into pieces, each at most 5 cm off.
 */
export function toRenderGeometry(shape: ZoneShape): ZoneGeometry {
  const geometry = shapeToGeometry(shape, circleVertexCount)
  if (shape.boundary === 'circle' || shape.boundary === 'rectangle') return geometry
  return geometry.type === 'Polygon'
    ? { ...geometry, coordinates: geometry.coordinates.map(cutSides) }
    : { ...geometry, coordinates: geometry.coordinates.map(rings => rings.map(cutSides)) }
}

export function toAccuracyGeometry(at: LatLng, radiusM: number): ZoneGeometry {
  const radiusDegrees = radiusM / metersPerDegree
  return shapeToGeometry(
    {
      boundary: 'circle',
      start: { lat: Math.min(90, at.lat + radiusDegrees), lng: at.lng },
      end: { lat: Math.max(-90, at.lat - radiusDegrees), lng: at.lng },
    },
    72,
  )
}

function cutSides(ring: readonly Position[]): Position[] {
  return ring.flatMap((to, n): Position[] => {
    const from = ring[n - 1]
    if (!from) return [to]
    const segmentCount = countSegments(from, to)
    return Array.from({ length: segmentCount }, (_, segment): Position => {
      const fraction = (segment + 1) / segmentCount
      return fraction === 1
        ? to
        : [from[0] + (to[0] - from[0]) * fraction, from[1] + (to[1] - from[1]) * fraction]
    })
  })
}

/**
 * Returns the number of pieces of a side. Mercator's second derivative is tan φ / cos φ, so a piece of Δφ is off by R Δφ² tan φ / 8
 * metres to the north or south. Sides along a meridian or a parallel are straight in both projections.
 */
function countSegments([fromLng, fromLat]: Position, [toLng, toLat]: Position): number {
  if (fromLng === toLng || fromLat === toLat) return 1
  const maxLatRadians = Math.min(89, Math.max(Math.abs(fromLat), Math.abs(toLat))) * radiansPerDegree
  const latSpan = (toLat - fromLat) * radiansPerDegree
  const errorM = (earthRadiusM * latSpan ** 2 * Math.tan(maxLatRadians)) / 8
  return Math.min(maxSegments, Math.max(1, Math.ceil(Math.sqrt(errorM / maxErrorM))))
}
