import { limits } from '../limits.ts'
import { areaM2 } from './area.ts'
import { toCorners } from './bounds.ts'
import { distanceMeters } from './distance.ts'
import { isLatLng, type LatLng } from './lat-lng.ts'
import { unrollLongitude } from './longitude.ts'
import { type PolygonRings, type RingPoints, toPolygons, type ZoneShape } from './shape.ts'
import { shapeBounds, shapeDiagonalMeters } from './shape-bounds.ts'
import { type ShapeProblem, shapeProblem, zoneMaxDiagonalM } from './shape-problem.ts'
import { problemsOfRings } from './validate-rings.ts'

/** A position fix cannot distinguish a smaller area from none. */
const zoneMinAreaM2 = 1

export type ShapeVerdict = { ok: true } | { ok: false; problems: ShapeProblem[] }

/** Enough for a form; once these are fixed, the next ones are reported. */
export const maxProblems = 20

/**
 * Decides whether a shape can be a zone, or lists the reasons why not, each with its position. Problems that prevent further
 * checks come first: positions out of range, too many points, invalid rings. Exact on a grid of a hundredth of a millimetre (see
 * `orientation.ts`). Rings of one zone may touch in a point, even where two holes and an outline touch so that they cut a polygon
 * in two. Returns at most 20 problems. Takes at most a few hundredths of a second for 2,000 points.
 */
export function validateShape(shape: ZoneShape): ShapeVerdict {
  const problems = findProblems(shape).slice(0, maxProblems)
  return problems.length === 0 ? { ok: true } : { ok: false, problems }
}

function findProblems(shape: ZoneShape): ShapeProblem[] {
  if (shape.boundary === 'rectangle' || shape.boundary === 'circle') {
    const { start, end } = shape
    const outside = [start, end].filter(point => !isLatLng(point))
    if (outside.length > 0) return outside.map(point => shapeProblem('out_of_range', toPlace(point)))
    return problemsOfSize(shape, start)
  }
  const polygons = toPolygons(shape)
  const rings = polygons.flat()
  const [first] = rings[0] ?? []
  if (polygons.length === 0 || polygons.some(polygon => polygon.length === 0)) {
    return [shapeProblem('no_polygon', first ?? null)]
  }
  if (rings.reduce((sum, ring) => sum + ring.length, 0) > limits.zoneMaxVertices) {
    return [shapeProblem('too_many_points', first ?? null)]
  }
  const outside = rings.flat().filter(point => !isLatLng(point))
  if (outside.length > 0) return outside.map(point => shapeProblem('out_of_range', toPlace(point)))
  const unusable = rings.flatMap(problemsOfRing)
  if (unusable.length > 0 || !first) return unusable
  const tooLarge = problemsOfExtent(shape, first)
  if (tooLarge.length > 0) return tooLarge
  const crossed = problemsOfRings(polygons, maxProblems)
  return crossed.length > 0 ? crossed : polygons.flatMap(problemsOfPolygonArea)
}

/** Finds the problems that make a ring invalid: repeated points, too few points, or a course around a pole. */
function problemsOfRing(ring: RingPoints): ShapeProblem[] {
  const points = isClosed(ring) ? ring.slice(0, -1) : ring
  const visitedKeys = new Set<string>()
  const repeated: LatLng[] = []
  for (const point of points) {
    const key = `${point.lat} ${unrollLongitude(point.lng, 0)}`
    if (visitedKeys.has(key)) repeated.push(point)
    visitedKeys.add(key)
  }
  const [first] = points
  if (!first || visitedKeys.size < limits.polygonMinPoints)
    return [shapeProblem('too_few_points', first ?? null)]
  if (repeated.length > 0) return repeated.map(point => shapeProblem('duplicate_point', point))
  let here = first.lng
  for (const { lng } of points) here = unrollLongitude(lng, here)
  if (Math.abs(unrollLongitude(first.lng, here) - first.lng) > 180)
    return [shapeProblem('around_pole', first)]
  return []
}

function problemsOfPolygonArea(rings: PolygonRings): ShapeProblem[] {
  const [[first] = []] = rings
  return first ? problemsOfArea({ boundary: 'multipolygon', polygons: [rings] }, first) : []
}

function problemsOfSize(shape: ZoneShape, at: LatLng): ShapeProblem[] {
  const large = problemsOfExtent(shape, at)
  return large.length > 0 ? large : problemsOfArea(shape, at)
}

function problemsOfArea(shape: ZoneShape, at: LatLng): ShapeProblem[] {
  return areaM2(shape) < zoneMinAreaM2 ? [shapeProblem('no_area', at)] : []
}

function problemsOfExtent(shape: ZoneShape, at: LatLng): ShapeProblem[] {
  // The corners of a box around a pole can be close together although its sides are long.
  const { start, end } = toCorners(shapeBounds(shape))
  const high = distanceMeters(start, { lat: end.lat, lng: start.lng })
  const across = Math.max(high, shapeDiagonalMeters(shape))
  return across > zoneMaxDiagonalM ? [shapeProblem('too_large', at)] : []
}

function isClosed(ring: RingPoints): boolean {
  const [first, last] = [ring[0], ring.at(-1)]
  return ring.length > 1 && first?.lat === last?.lat && first?.lng === last?.lng
}

/** Clamps a position that may be off the earth to one that can be drawn. */
function toPlace({ lat, lng }: LatLng): LatLng | null {
  if (!Number.isFinite(lat) || !Number.isFinite(lng)) return null
  return { lat: Math.min(90, Math.max(-90, lat)), lng: Math.min(180, Math.max(-180, lng)) }
}
