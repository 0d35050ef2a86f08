import { limits } from '../limits.ts'
import { areaM2 } from './area.ts'
import { toCorners } from './bounds.ts'
import { distanceMeters } from './distance.ts'
import { isLatLng, type LatLng } from './lat-lng.ts'
import { unrollLongitude } from './longitude.ts'
import { type PolygonRings, type RingPoints, toPolygons, type ZoneShape } from './shape.ts'
import { shapeBounds, shapeDiagonalMeters } from './shape-bounds.ts'
import { createShapeProblem, type ShapeProblem, zoneMaxDiagonalM } from './shape-problem.ts'
import { findRingProblems } from './validate-rings.ts'

/** A position fix cannot distinguish a smaller area from none. */
const zoneMinAreaM2 = 1

export type ShapeVerdict = { ok: true } | { ok: false; problems: ShapeProblem[] }

/** Maximum problems reported at a time; once these are fixed, the next ones are reported. */
export const maxProblems = 20

/**
 * Decides whether a shape can be a zone. If not, lists the reasons, each with its position if it has one. Problems that prevent
 * further checks come first: positions out of range, too many points, invalid rings. Exact on a grid of a hundredth of a millimetre
 * (see `orientation.ts`). Rings of one zone may touch in a point, even where two holes and an outline touch so that they cut a
 * polygon in two. Returns at most 20 problems. Takes at most a few hundredths of a second for 2,000 points.
 */
export function validateShape(shape: ZoneShape): ShapeVerdict {
  const problems = findProblems(shape).slice(0, maxProblems)
  return problems.length === 0 ? { ok: true } : { ok: false, problems }
}

function findProblems(shape: ZoneShape): ShapeProblem[] {
  if (shape.boundary === 'rectangle' || shape.boundary === 'circle') {
    const { start, end } = shape
    const invalidPoints = [start, end].filter(point => !isLatLng(point))
    if (invalidPoints.length > 0)
      return invalidPoints.map(point => createShapeProblem('out_of_range', toValidLatLng(point)))
    return findSizeProblems(shape, start)
  }
  const polygons = toPolygons(shape)
  const rings = polygons.flat()
  const [first] = rings[0] ?? []
  if (polygons.length === 0 || polygons.some(polygon => polygon.length === 0)) {
    return [createShapeProblem('no_polygon', first ?? null)]
  }
  if (rings.reduce((sum, ring) => sum + ring.length, 0) > limits.zoneMaxVertices) {
    return [createShapeProblem('too_many_points', first ?? null)]
  }
  const invalidPoints = rings.flat().filter(point => !isLatLng(point))
  if (invalidPoints.length > 0)
    return invalidPoints.map(point => createShapeProblem('out_of_range', toValidLatLng(point)))
  const ringProblems = rings.flatMap(findSingleRingProblems)
  if (ringProblems.length > 0 || !first) return ringProblems
  const extentProblems = findExtentProblems(shape, first)
  if (extentProblems.length > 0) return extentProblems
  const crossingProblems = findRingProblems(polygons, maxProblems)
  return crossingProblems.length > 0 ? crossingProblems : polygons.flatMap(findPolygonAreaProblems)
}

/** Finds the problems that make a ring invalid: repeated points, too few points, or a course around a pole. */
function findSingleRingProblems(ring: RingPoints): ShapeProblem[] {
  const points = isClosed(ring) ? ring.slice(0, -1) : ring
  const visitedKeys = new Set<string>()
  const repeatedPoints: LatLng[] = []
  for (const point of points) {
    const key = `${point.lat} ${unrollLongitude(point.lng, 0)}`
    if (visitedKeys.has(key)) repeatedPoints.push(point)
    visitedKeys.add(key)
  }
  const [first] = points
  if (!first || visitedKeys.size < limits.polygonMinPoints)
    return [createShapeProblem('too_few_points', first ?? null)]
  if (repeatedPoints.length > 0)
    return repeatedPoints.map(point => createShapeProblem('duplicate_point', point))
  let currentLng = first.lng
  for (const { lng } of points) currentLng = unrollLongitude(lng, currentLng)
  if (Math.abs(unrollLongitude(first.lng, currentLng) - first.lng) > 180)
    return [createShapeProblem('around_pole', first)]
  return []
}

function findPolygonAreaProblems(rings: PolygonRings): ShapeProblem[] {
  const [[first] = []] = rings
  return first ? findAreaProblems({ boundary: 'multipolygon', polygons: [rings] }, first) : []
}

function findSizeProblems(shape: ZoneShape, at: LatLng): ShapeProblem[] {
  const extentProblems = findExtentProblems(shape, at)
  return extentProblems.length > 0 ? extentProblems : findAreaProblems(shape, at)
}

function findAreaProblems(shape: ZoneShape, at: LatLng): ShapeProblem[] {
  return areaM2(shape) < zoneMinAreaM2 ? [createShapeProblem('no_area', at)] : []
}

function findExtentProblems(shape: ZoneShape, at: LatLng): ShapeProblem[] {
  // The corners of a box around a pole can be close together although its sides are long.
  const { start, end } = toCorners(shapeBounds(shape))
  const heightM = distanceMeters(start, { lat: end.lat, lng: start.lng })
  const diagonalM = Math.max(heightM, shapeDiagonalMeters(shape))
  return diagonalM > zoneMaxDiagonalM ? [createShapeProblem('too_large', at)] : []
}

function isClosed(ring: RingPoints): boolean {
  const [first, last] = [ring[0], ring.at(-1)]
  return ring.length > 1 && first?.lat === last?.lat && first?.lng === last?.lng
}

/** Clamps a position that may be off the earth to one that can be drawn. */
function toValidLatLng({ lat, lng }: LatLng): LatLng | null {
  if (!Number.isFinite(lat) || !Number.isFinite(lng)) return null
  return { lat: Math.min(90, Math.max(-90, lat)), lng: Math.min(180, Math.max(-180, lng)) }
}
