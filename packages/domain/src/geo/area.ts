import { longitudeSpan, toBounds } from './bounds.ts'
import { diagonalMeters } from './diagonal.ts'
import { earthRadiusM, radiansPerDegree } from './distance.ts'
import type { LatLng } from './lat-lng.ts'
import { createRing, type Ring } from './ring.ts'
import { toPolygons, type ZoneShape } from './shape.ts'

const squareMetersPerHectare = 10_000

/**
 * Returns the area of a shape in square metres on the specification's sphere: outer rings minus their holes. Exact for sides that
 * are straight in latitude and longitude, as Muster defines them.
 *
 * - Rectangle: R² Δλ (sin φn − sin φs), the zone between two parallels (Archimedes).
 * - Circle: 4πR² sin²(r / 2R), the spherical cap.
 * - Polygon: see `ringAreaM2`.
 */
export function areaM2(shape: ZoneShape): number {
  if (shape.boundary === 'circle') {
    const radius = diagonalMeters(shape.start, shape.end) / 2
    return 4 * Math.PI * earthRadiusM ** 2 * Math.sin(radius / (2 * earthRadiusM)) ** 2
  }
  if (shape.boundary === 'rectangle') {
    const bounds = toBounds([shape.start, shape.end])
    const sineRise = sineDifference(bounds.north * radiansPerDegree, bounds.south * radiansPerDegree)
    return earthRadiusM ** 2 * longitudeSpan(bounds) * radiansPerDegree * sineRise
  }
  return toPolygons(shape).reduce((sum, [outer = [], ...holes]) => {
    const holesAreaM2 = holes.reduce((areaM2, hole) => areaM2 + pointsAreaM2(hole), 0)
    return sum + Math.max(0, pointsAreaM2(outer) - holesAreaM2)
  }, 0)
}

export function toHectares(squareMeters: number): number {
  return squareMeters / squareMetersPerHectare
}

function pointsAreaM2(points: readonly LatLng[]): number {
  return Math.abs(ringAreaM2(createRing(points)))
}

/**
 * Returns the area of a ring in square metres, positive if it runs counter-clockwise. By Green's theorem the area is R² times the
 * integral of −sin φ over λ along the ring. For a side that is straight in φ and λ this is −Δλ sin φm · sin(Δφ/2) / (Δφ/2), where
 * φm is its middle; for short sides that is the formula of R. G. Chamberlain and W. H. Duquette, "Some Algorithms for Polygons on
 * a Sphere", JPL 07-03, 2007. The sine of the first corner is subtracted from all sines: this cancels out around the ring and
 * preserves the precision of small rings.
 */
export function ringAreaM2({ coords }: Ring): number {
  const baseLat = (coords[0] ?? 0) * radiansPerDegree
  let sum = 0
  for (let i = 2; i < coords.length; i += 2) {
    const from = (coords[i - 2] as number) * radiansPerDegree
    const to = (coords[i] as number) * radiansPerDegree
    const half = (to - from) / 2
    const middleLat = (from + to) / 2
    const eastward = ((coords[i + 1] as number) - (coords[i - 1] as number)) * radiansPerDegree
    // Computes sinc(half) sin(middle) − sin(base) without subtracting nearly equal numbers.
    const sincMinusOne = half === 0 ? 0 : Math.sin(half) / half - 1
    sum -= eastward * (sineDifference(middleLat, baseLat) + sincMinusOne * Math.sin(middleLat))
  }
  return earthRadiusM ** 2 * sum
}

/** Returns sin a − sin b, precise for nearly equal angles. */
function sineDifference(a: number, b: number): number {
  return 2 * Math.cos((a + b) / 2) * Math.sin((a - b) / 2)
}
