import { type Crossing, findCrossings, toPair } from './crossings.ts'
import type { LatLng } from './lat-lng.ts'
import { unrollLongitude, wrapLongitude } from './longitude.ts'
import { fromGrid, type GridPoint, locatePoint, orientation, toGrid } from './orientation.ts'
import type { PolygonRings, RingPoints } from './shape.ts'
import { createShapeProblem, type ShapeProblem, type ShapeProblemCode } from './shape-problem.ts'

type Box = { west: number; south: number; east: number; north: number }
type UnrolledRing = { points: readonly GridPoint[]; box: Box; polygon: number; isHole: boolean }

/** Expects valid rings: at least three points, none repeated. */
export function findRingProblems(polygons: readonly PolygonRings[], limit: number): ShapeProblem[] {
  const referenceLng = polygons[0]?.[0]?.[0]?.lng ?? 0
  const rings = polygons.flatMap((polygon, n) =>
    polygon.map((corners, index): UnrolledRing => {
      const points = unrollRing(corners, referenceLng)
      return { points, box: findBox(points), polygon: n, isHole: index > 0 }
    }),
  )
  const toLatLng = (point: GridPoint): LatLng => {
    const { lat, x } = fromGrid(point)
    return { lat, lng: wrapLongitude(x) }
  }
  const toProblem = (code: ShapeProblemCode, point: GridPoint | undefined) =>
    createShapeProblem(code, point ? toLatLng(point) : null)

  const flatRings = rings.filter(({ points }) => isLine(points))
  if (flatRings.length > 0) return flatRings.map(({ points }) => toProblem('no_area', points[0]))

  const { crossings, touching } = findCrossings(
    rings.map(({ points }) => points),
    limit,
  )
  if (crossings.length > 0) {
    return withoutDuplicates(crossings).map(({ rings: [a, b], at }) =>
      toProblem(a === b ? 'crosses_itself' : 'rings_cross', at),
    )
  }

  const relationBetween = (a: number, b: number) =>
    findRelation(rings[a], rings[b], touching.has(toPair(a, b)))
  const problems: ShapeProblem[] = []
  rings.forEach((ring, a) => {
    rings.forEach((other, b) => {
      if (a === b) return
      const first = ring.points[0]
      if (ring.polygon === other.polygon) {
        const relation = ring.isHole ? relationBetween(a, b) : undefined
        if (relation === 'across') problems.push(toProblem('rings_cross', first))
        else if (relation === 'outside' && !other.isHole) problems.push(toProblem('hole_outside', first))
        else if (relation === 'inside' && other.isHole) problems.push(toProblem('holes_overlap', first))
        return
      }
      if (ring.isHole || other.isHole) return
      const relation = relationBetween(a, b)
      if (relation === 'across') problems.push(toProblem('rings_cross', first))
      else if (relation === 'inside') {
        const isInHole = rings.some(
          (hole, h) => hole.polygon === other.polygon && hole.isHole && relationBetween(a, h) === 'inside',
        )
        if (!isInHole) problems.push(toProblem('parts_overlap', first))
      }
    })
  })
  return problems
}

/** Places the corners on one flat map around a meridian, so that the antimeridian is not a special case. Drops a closing point. */
function unrollRing(points: RingPoints, referenceLng: number): GridPoint[] {
  let currentLng = referenceLng
  const unrolledPoints = points.map(({ lat, lng }) => {
    currentLng = unrollLongitude(lng, currentLng)
    return toGrid(lat, currentLng)
  })
  const [first, last] = [unrolledPoints[0], unrolledPoints.at(-1)]
  return unrolledPoints.length > 1 && first?.x === last?.x && first?.y === last?.y
    ? unrolledPoints.slice(0, -1)
    : unrolledPoints
}

function isLine(points: readonly GridPoint[]): boolean {
  const [a, b] = points
  return a !== undefined && b !== undefined && points.every(point => orientation(a, b, point) === 0)
}

/**
 * Returns the position of ring a relative to ring b. Their sides do not cross, so usually one corner of a that is not on b
 * decides. Where the rings touch, a can pass through a corner of b, so all of a is checked, including the midpoints of its sides.
 */
function findRelation(
  a: UnrolledRing | undefined,
  b: UnrolledRing | undefined,
  touch: boolean,
): 'inside' | 'outside' | 'across' {
  if (!a || !b || areApart(a.box, b.box)) return 'outside'
  const visitedKeys = new Set<string>()
  for (const point of withMiddles(a.points)) {
    const location = locatePoint(point, b.points)
    if (location === 'edge') continue
    visitedKeys.add(location)
    if (!touch) break
  }
  if (visitedKeys.size === 2) return 'across'
  return visitedKeys.has('outside') ? 'outside' : 'inside'
}

function* withMiddles(points: readonly GridPoint[]): Generator<GridPoint> {
  yield* points
  for (const [n, to] of points.entries()) {
    const from = points.at(n - 1) ?? to
    yield { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  }
}

function areApart(a: Box, b: Box): boolean {
  return a.east < b.west || b.east < a.west || a.north < b.south || b.north < a.south
}

function findBox(points: readonly GridPoint[]): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const { x, y } of points) {
    box.west = Math.min(box.west, x)
    box.east = Math.max(box.east, x)
    box.south = Math.min(box.south, y)
    box.north = Math.max(box.north, y)
  }
  return box
}

/** Removes duplicate crossings, because a corner on a side meets two sides but counts as one problem. */
function withoutDuplicates(crossings: readonly Crossing[]): Crossing[] {
  return [...new Map(crossings.map(crossing => [`${crossing.at.x} ${crossing.at.y}`, crossing])).values()]
}
