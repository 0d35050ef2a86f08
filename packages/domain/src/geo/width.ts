import { areaM2 } from './area.ts'
import { longitudeSpan, toBounds } from './bounds.ts'
import { diagonalMeters } from './diagonal.ts'
import { distanceMeters, metersPerDegree, radiansPerDegree } from './distance.ts'
import { type PolygonRings, type RingPoints, toPolygons, type ZoneShape } from './shape.ts'

/** In metres; a polygon is the rectangle of its area and perimeter, which distinguishes a yard from a road. */
export function partWidthsM(shape: ZoneShape): number[] {
  if (shape.boundary === 'circle') return [diagonalMeters(shape.start, shape.end)]
  if (shape.boundary === 'rectangle') {
    const bounds = toBounds([shape.start, shape.end])
    const middleLat = ((bounds.north + bounds.south) / 2) * radiansPerDegree
    return [
      Math.min(bounds.north - bounds.south, longitudeSpan(bounds) * Math.cos(middleLat)) * metersPerDegree,
    ]
  }
  return toPolygons(shape).map(polygonWidthM)
}

function polygonWidthM(rings: PolygonRings): number {
  const area = areaM2({ boundary: 'multipolygon', polygons: [rings] })
  const halfPerimeter = rings.reduce((sum, ring) => sum + perimeterM(ring), 0) / 2
  if (halfPerimeter === 0) return 0
  // The sides a and b of the rectangle satisfy a + b = halfPerimeter and ab = area. A shape rounder than a square has no such
  // sides.
  const discriminantRoot = Math.sqrt(Math.max(0, halfPerimeter ** 2 - 4 * area))
  return discriminantRoot === 0 ? (2 * area) / halfPerimeter : (2 * area) / (halfPerimeter + discriminantRoot)
}

const perimeterM = (ring: RingPoints) =>
  ring.reduce((sum, point, n) => sum + distanceMeters(point, ring[(n + 1) % ring.length] ?? point), 0)
