import { type GridPoint, isBetween, orientation } from './orientation.ts'

/** A point where two sides meet although they must not, and the indexes of their rings. */
export type Crossing = { rings: [number, number]; at: GridPoint }

export type Crossings = {
  crossings: Crossing[]
  /**
   * Pairs of rings (see `toPair`) that share a point but neither cross there nor share a side, as far as can be judged from two
   * sides.
   */
  touching: Set<string>
}

type Side = { ring: number; index: number; of: number; from: GridPoint; to: GridPoint }

/**
 * Finds pairs of sides that cross or overlap, and within a ring also those that touch, except neighbours at their shared corner.
 * Stops after `limit` pairs, so `touching` may then be incomplete. Expects rings that are not closed and do not repeat a corner in
 * succession.
 *
 * Sweeps the sides from west to east (M. I. Shamos and D. Hoey, "Geometric Intersection Problems", 1976, in its simplest form) and
 * compares each with the earlier sides that reach its western end. That takes n log n steps for the outlines that people draw; at
 * worst, 2,000 sides of full width take two million comparisons of boxes, about a hundredth of a second.
 */
export function findCrossings(rings: readonly (readonly GridPoint[])[], limit: number): Crossings {
  const sides = rings.flatMap((ring, n) =>
    ring.map(
      (from, index): Side => ({
        ring: n,
        index,
        of: ring.length,
        from,
        to: ring[(index + 1) % ring.length] ?? from,
      }),
    ),
  )
  sides.sort((a, b) => Math.min(a.from.x, a.to.x) - Math.min(b.from.x, b.to.x))
  const crossings: Crossing[] = []
  const touchingPairs = new Set<string>()
  let activeSides: Side[] = []
  for (const side of sides) {
    const west = Math.min(side.from.x, side.to.x)
    const south = Math.min(side.from.y, side.to.y)
    const north = Math.max(side.from.y, side.to.y)
    activeSides = activeSides.filter(({ from, to }) => from.x >= west || to.x >= west)
    for (const other of activeSides) {
      if (Math.max(other.from.y, other.to.y) < south || Math.min(other.from.y, other.to.y) > north) continue
      const meetingPoint = areNeighbours(side, other) ? findSpike(side, other) : findMeeting(side, other)
      if (!meetingPoint) continue
      if (meetingPoint.kind === 'touch' && side.ring !== other.ring)
        touchingPairs.add(toPair(side.ring, other.ring))
      else crossings.push({ rings: [other.ring, side.ring], at: meetingPoint.at })
      if (crossings.length >= limit) return { crossings, touching: touchingPairs }
    }
    activeSides.push(side)
  }
  return { crossings, touching: touchingPairs }
}

/** Returns a key for two rings, in either order. */
export function toPair(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}

function areNeighbours(a: Side, b: Side): boolean {
  if (a.ring !== b.ring) return false
  const indexDistance = Math.abs(a.index - b.index)
  return indexDistance === 1 || indexDistance === a.of - 1
}

type Meeting = { kind: 'cross' | 'overlap' | 'touch'; at: GridPoint } | undefined

/** Detects a side that turns back over the one before it. */
function findSpike(a: Side, b: Side): Meeting {
  const [first, second] = (a.index + 1) % a.of === b.index ? [a, b] : [b, a]
  const corner = first.to
  if (orientation(first.from, corner, second.to) !== 0) return
  const turnsBack =
    Math.sign(first.from.x - corner.x) === Math.sign(second.to.x - corner.x) &&
    Math.sign(first.from.y - corner.y) === Math.sign(second.to.y - corner.y)
  return turnsBack ? { kind: 'overlap', at: corner } : undefined
}

function findMeeting(a: Side, b: Side): Meeting {
  const [fromB, toB] = [orientation(a.from, a.to, b.from), orientation(a.from, a.to, b.to)]
  const [fromA, toA] = [orientation(b.from, b.to, a.from), orientation(b.from, b.to, a.to)]
  if (fromB * toB < 0 && fromA * toA < 0) return { kind: 'cross', at: findIntersection(a, b) }
  const sharedPoints = [
    ...(fromB === 0 && isBetween(a.from, a.to, b.from) ? [b.from] : []),
    ...(toB === 0 && isBetween(a.from, a.to, b.to) ? [b.to] : []),
    ...(fromA === 0 && isBetween(b.from, b.to, a.from) ? [a.from] : []),
    ...(toA === 0 && isBetween(b.from, b.to, a.to) ? [a.to] : []),
  ]
  const [first] = sharedPoints
  if (!first) return
  const onOneLine = fromB === 0 && toB === 0
  const overlap = onOneLine && sharedPoints.some(({ x, y }) => x !== first.x || y !== first.y)
  return { kind: overlap ? 'overlap' : 'touch', at: first }
}

/** Returns the point where two sides intersect. It is only used for display, so plain arithmetic is precise enough. */
function findIntersection({ from, to }: Side, other: Side): GridPoint {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const [ex, ey] = [other.to.x - other.from.x, other.to.y - other.from.y]
  const t = ((other.from.x - from.x) * ey - (other.from.y - from.y) * ex) / (dx * ey - dy * ex)
  return { x: from.x + t * dx, y: from.y + t * dy }
}
