import { type Crossing, findCrossings, toPair } from './crossings.ts'
import type { LatLng } from './lat-lng.ts'
import { unrollLongitude, wrapLongitude } from './longitude.ts'
import { fromGrid, type GridPoint, locate, orientation, toGrid } from './orientation.ts'
import type { PolygonRings, RingPoints } from './shape.ts'
import { type ShapeProblem, type ShapeProblemCode, shapeProblem } from './shape-problem.ts'

type Box = { west: number; south: number; east: number; north: number }
type Laid = { points: readonly GridPoint[]; box: Box; polygon: number; isHole: boolean }

/**
 * Finds problems between sides and between rings: crossing outlines, holes outside their polygon or inside one another,
 * overlapping parts. Expects valid rings: at least three points, none repeated.
 */
export function problemsOfRings(polygons: readonly PolygonRings[], limit: number): ShapeProblem[] {
  const middle = polygons[0]?.[0]?.[0]?.lng ?? 0
  const rings = polygons.flatMap((polygon, n) =>
    polygon.map((corners, place): Laid => {
      const points = layOut(corners, middle)
      return { points, box: findBox(points), polygon: n, isHole: place > 0 }
    }),
  )
  const toPlace = (point: GridPoint): LatLng => {
    const { lat, x } = fromGrid(point)
    return { lat, lng: wrapLongitude(x) }
  }
  const problem = (code: ShapeProblemCode, point: GridPoint | undefined) =>
    shapeProblem(code, point ? toPlace(point) : null)

  const flat = rings.filter(({ points }) => isLine(points))
  if (flat.length > 0) return flat.map(({ points }) => problem('no_area', points[0]))

  const { crossings, touching } = findCrossings(
    rings.map(({ points }) => points),
    limit,
  )
  if (crossings.length > 0) {
    return distinct(crossings).map(({ rings: [a, b], at }) =>
      problem(a === b ? 'crosses_itself' : 'rings_cross', at),
    )
  }

  const relation = (a: number, b: number) => findRelation(rings[a], rings[b], touching.has(toPair(a, b)))
  const problems: ShapeProblem[] = []
  rings.forEach((one, a) => {
    rings.forEach((other, b) => {
      if (a === b) return
      const first = one.points[0]
      if (one.polygon === other.polygon) {
        const where = one.isHole ? relation(a, b) : undefined
        if (where === 'across') problems.push(problem('rings_cross', first))
        else if (where === 'outside' && !other.isHole) problems.push(problem('hole_outside', first))
        else if (where === 'inside' && other.isHole) problems.push(problem('holes_overlap', first))
        return
      }
      if (one.isHole || other.isHole) return
      const where = relation(a, b)
      if (where === 'across') problems.push(problem('rings_cross', first))
      else if (where === 'inside') {
        const inHole = rings.some(
          (hole, h) => hole.polygon === other.polygon && hole.isHole && relation(a, h) === 'inside',
        )
        if (!inHole) problems.push(problem('parts_overlap', first))
      }
    })
  })
  return problems
}

/**
 * Places the corners on one flat map around a meridian, so that the antimeridian is not a special case. Drops a closing point.
 */
function layOut(points: RingPoints, middle: number): GridPoint[] {
  let here = middle
  const laid = points.map(({ lat, lng }) => {
    here = unrollLongitude(lng, here)
    return toGrid(lat, here)
  })
  const [first, last] = [laid[0], laid.at(-1)]
  return laid.length > 1 && first?.x === last?.x && first?.y === last?.y ? laid.slice(0, -1) : laid
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
  a: Laid | undefined,
  b: Laid | undefined,
  touch: boolean,
): 'inside' | 'outside' | 'across' {
  if (!a || !b || areApart(a.box, b.box)) return 'outside'
  const visitedKeys = new Set<string>()
  for (const point of withMiddles(a.points)) {
    const where = locate(point, b.points)
    if (where === 'edge') continue
    visitedKeys.add(where)
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
function distinct(crossings: readonly Crossing[]): Crossing[] {
  return [...new Map(crossings.map(one => [`${one.at.x} ${one.at.y}`, one])).values()]
}
