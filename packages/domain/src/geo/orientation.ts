/**
 * A corner on an integer grid of 10⁻¹⁰ degrees, a hundredth of a millimetre. The grid is the only tolerance; on it the predicates
 * below are exact. It is decimal, so that corners typed on one line stay on one line. Corners use even numbers, so that midpoints
 * are on the grid too. East is x, north is y.
 */
export type GridPoint = { readonly x: number; readonly y: number }

const gridUnitsPerDegree = 2e10

/** Converts a latitude and an unrolled longitude (less than 1,000 degrees from 0) in degrees to the grid. */
export function toGrid(lat: number, x: number): GridPoint {
  return {
    x: 2 * Math.round((x * gridUnitsPerDegree) / 2),
    y: 2 * Math.round((lat * gridUnitsPerDegree) / 2),
  }
}

export function fromGrid({ x, y }: GridPoint): { lat: number; x: number } {
  return { lat: y / gridUnitsPerDegree, x: x / gridUnitsPerDegree }
}

/** Left 1, right -1, collinear 0. Exact, by big integers beyond the bound (J. R. Shewchuk, "Adaptive Precision …", 1997). */
export function orientation(a: GridPoint, b: GridPoint, c: GridPoint): -1 | 0 | 1 {
  // Differences of integers below 2⁵³ are exact; only the products are rounded.
  const [abX, abY, acX, acY] = [b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y]
  const leftProduct = abX * acY
  const rightProduct = abY * acX
  const turn = leftProduct - rightProduct
  if (Math.abs(turn) > 4 * Number.EPSILON * (Math.abs(leftProduct) + Math.abs(rightProduct)))
    return turn > 0 ? 1 : -1
  const exactTurn = BigInt(abX) * BigInt(acY) - BigInt(abY) * BigInt(acX)
  return exactTurn === 0n ? 0 : exactTurn > 0n ? 1 : -1
}

/** Returns true if a point on the line through a and b lies between them or is one of them. */
export function isBetween(a: GridPoint, b: GridPoint, point: GridPoint): boolean {
  return (
    point.x >= Math.min(a.x, b.x) &&
    point.x <= Math.max(a.x, b.x) &&
    point.y >= Math.min(a.y, b.y) &&
    point.y <= Math.max(a.y, b.y)
  )
}

/** Returns the position of a point relative to a ring of corners (not closed), by the even-odd rule and without rounding. */
export function locatePoint(point: GridPoint, ring: readonly GridPoint[]): 'inside' | 'edge' | 'outside' {
  let inside = false
  let from = ring.at(-1)
  for (const to of ring) {
    if (!from) break
    if (Math.min(from.y, to.y) <= point.y && point.y <= Math.max(from.y, to.y)) {
      const side = orientation(from, to, point)
      if (side === 0 && isBetween(from, to, point)) return 'edge'
      if (from.y > point.y !== to.y > point.y && (side === 1) === to.y > from.y) inside = !inside
    }
    from = to
  }
  return inside ? 'inside' : 'outside'
}
