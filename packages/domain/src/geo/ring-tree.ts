import { type NearestSearch, updateNearest } from './distance-to-edge.ts'
import { hasOddCrossings } from './point-in-polygon.ts'
import { countSides, type Ring, toRingX } from './ring.ts'

/** Sides per box on the lowest level, boxes per box above. In measurements, 8 to 32 and 4 to 8 performed alike. */
const leafSides = 16
const fanOut = 4

/**
 * A ring with a tree of boxes: boxes around runs of its sides, boxes around runs of those boxes, and so on up to one box around the
 * whole ring. It answers both queries about a large polygon by visiting a few boxes and about forty sides:
 *
 * - Containment: the ray crosses a run that lies wholly east of the point an odd number of times if and only if the run's two ends
 * lie on different sides of the ray, however it winds in between. So only runs whose box contains the point are opened.
 * - Distance: a run whose box is farther away than the best side found so far is skipped (branch and bound).
 *
 * `boxes` stores south, west, north, east of each box, level by level from the bottom; `starts` contains the start of each level.
 */
export type RingTree = { ring: Ring; boxes: Float64Array; starts: readonly number[] }

export function createRingTree(ring: Ring): RingTree {
  const { coords } = ring
  const sides = countSides(ring)
  const counts = [Math.max(1, Math.ceil(sides / leafSides))]
  for (let count = counts[0] as number; count > 1; counts.push(count)) count = Math.ceil(count / fanOut)
  const starts: number[] = []
  let total = 0
  for (const count of counts) {
    starts.push(total)
    total += count
  }
  const boxes = new Float64Array(4 * total)
  for (let leaf = 0; leaf < (counts[0] as number); leaf++) {
    const first = leaf * leafSides
    writeBox(boxes, leaf, coords, 2, first, Math.min(first + leafSides, sides))
  }
  for (let level = 1; level < counts.length; level++) {
    const childStart = starts[level - 1] as number
    const last = (starts[level] as number) - 1
    for (let i = 0; i < (counts[level] as number); i++) {
      const first = childStart + i * fanOut
      writeBox(boxes, (starts[level] as number) + i, boxes, 4, first, Math.min(first + fanOut - 1, last))
    }
  }
  return { ring, boxes, starts }
}

/** See `pointInPolygon`. With holes, count the rings around it: an odd number means inside. */
export function isInsideRing(tree: RingTree, lat: number, lng: number): boolean {
  if (countSides(tree.ring) === 0) return false
  return hasOddCrossingsInRun(tree, tree.starts.length - 1, 0, lat, toRingX(tree.ring, lng))
}

function hasOddCrossingsInRun(tree: RingTree, level: number, index: number, lat: number, x: number): boolean {
  const { boxes, starts } = tree
  const { coords } = tree.ring
  const boxOffset = 4 * ((starts[level] as number) + index)
  if (
    lat < (boxes[boxOffset] as number) ||
    lat >= (boxes[boxOffset + 2] as number) ||
    x >= (boxes[boxOffset + 3] as number)
  ) {
    return false
  }
  const sidesPerBox = leafSides * fanOut ** level
  const first = index * sidesPerBox
  const last = Math.min(first + sidesPerBox, coords.length / 2 - 1)
  if (x < (boxes[boxOffset + 1] as number)) {
    return (coords[2 * first] as number) > lat !== (coords[2 * last] as number) > lat
  }
  if (level === 0) return hasOddCrossings(coords, first, last, lat, x)
  const children = countChildren(tree, level, index)
  let isOdd = false
  for (let child = index * fanOut; child < children; child++) {
    if (hasOddCrossingsInRun(tree, level - 1, child, lat, x)) isOdd = !isOdd
  }
  return isOdd
}

/** Updates `search` if a side of the ring is nearer to the searching point than the nearest side found so far. */
export function searchRing(tree: RingTree, lng: number, search: NearestSearch): void {
  if (countSides(tree.ring) === 0) return
  search.x = toRingX(tree.ring, lng)
  if (squaredGap(tree, tree.starts.length - 1, 0, search) < search.best2) {
    searchRun(tree, tree.starts.length - 1, 0, search)
  }
}

function searchRun(tree: RingTree, level: number, index: number, search: NearestSearch): void {
  if (level === 0) {
    const first = index * leafSides
    updateNearest(tree.ring.coords, first, Math.min(first + leafSides, countSides(tree.ring)), search)
    return
  }
  const first = index * fanOut
  const children = countChildren(tree, level, index)
  // The nearest box comes first, because its result rules out most of the others.
  let nearest = first
  let nearestGap = Number.POSITIVE_INFINITY
  for (let child = first; child < children; child++) {
    const gap = squaredGap(tree, level - 1, child, search)
    if (gap < nearestGap) {
      nearestGap = gap
      nearest = child
    }
  }
  if (nearestGap >= search.best2) return
  searchRun(tree, level - 1, nearest, search)
  for (let child = first; child < children; child++) {
    if (child !== nearest && squaredGap(tree, level - 1, child, search) < search.best2) {
      searchRun(tree, level - 1, child, search)
    }
  }
}

/** Returns the square of the distance to a box on the flat map of the search; zero inside it. */
function squaredGap(
  { boxes, starts }: RingTree,
  level: number,
  index: number,
  search: NearestSearch,
): number {
  const boxOffset = 4 * ((starts[level] as number) + index)
  const { lat, x, shrink } = search
  const dy = Math.max((boxes[boxOffset] as number) - lat, lat - (boxes[boxOffset + 2] as number), 0)
  const dx = Math.max((boxes[boxOffset + 1] as number) - x, x - (boxes[boxOffset + 3] as number), 0) * shrink
  return dx * dx + dy * dy
}

/** Returns the index one past the last child of a box above the lowest level. */
function countChildren({ starts }: RingTree, level: number, index: number): number {
  return Math.min((index + 1) * fanOut, (starts[level] as number) - (starts[level - 1] as number))
}

/**
 * Writes the box around the corners (`size` 2: latitude, x) or boxes (`size` 4) `first` to `last`. Latitude and x of a corner are
 * stored where south and west of a box are; north and east are the last two entries of either.
 */
function writeBox(
  boxes: Float64Array,
  box: number,
  source: Float64Array,
  size: 2 | 4,
  first: number,
  last: number,
): void {
  let south = Number.POSITIVE_INFINITY
  let west = Number.POSITIVE_INFINITY
  let north = Number.NEGATIVE_INFINITY
  let east = Number.NEGATIVE_INFINITY
  for (let i = size * first; i <= size * last; i += size) {
    south = Math.min(south, source[i] as number)
    west = Math.min(west, source[i + 1] as number)
    north = Math.max(north, source[i + size - 2] as number)
    east = Math.max(east, source[i + size - 1] as number)
  }
  boxes[4 * box] = south
  boxes[4 * box + 1] = west
  boxes[4 * box + 2] = north
  boxes[4 * box + 3] = east
}
