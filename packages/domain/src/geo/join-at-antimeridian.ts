import {
  type Corner,
  findSeamPoints,
  flatArea,
  measureStretches,
  type SeamPoints,
  seamIndex,
  seamSlackDegrees,
  unrollAtSeam,
} from './antimeridian-seam.ts'
import type { PolygonRings } from './shape.ts'

type Piece = { readonly rings: readonly Corner[][]; readonly stretches: Int16Array }

/** A run of corners beside the seam, between two points on it. A chain without corners is a side along the seam. */
type Chain = { readonly from: number; readonly to: number; readonly corners: readonly Corner[] }

/**
 * RFC 7946 (3.1.9) recommends cutting there. Removes shared sides and reassembles outlines and holes; parts that would not form
 * exactly one outline stay. `joined`: parts merged into others.
 */
export function joinAtAntimeridian(polygons: readonly PolygonRings[]): {
  polygons: readonly PolygonRings[]
  joined: number
} {
  if (polygons.length < 2) return { polygons, joined: 0 }
  const unrolledPolygons = polygons.map(rings => rings.map((points, n) => unrollAtSeam(points, n > 0)))
  const seamPoints = findSeamPoints(unrolledPolygons.flat(2))
  if (seamPoints.lats.length < 2) return { polygons, joined: 0 }
  const pieces = unrolledPolygons.map(
    (rings): Piece => ({ rings, stretches: measureStretches(rings, seamPoints) }),
  )
  const joinedPolygons: PolygonRings[] = []
  for (const group of groupParts(pieces, seamPoints.lats.length)) {
    const joinedGroup =
      group.length > 1
        ? joinPieces(
            pieces.filter((_, n) => group.includes(n)),
            seamPoints,
          )
        : undefined
    joinedPolygons.push(...(joinedGroup ? [joinedGroup] : group.map(n => polygons[n] ?? [])))
  }
  return { polygons: joinedPolygons, joined: polygons.length - joinedPolygons.length }
}

/** Returns the indexes of the parts, grouped by shared stretches of the seam, in the order of each group's first part. */
function groupParts(pieces: readonly Piece[], stretches: number): number[][] {
  const groupByPiece = pieces.map((_, n) => n)
  for (let k = 0; k < stretches; k++) {
    const pieceIndexes = [...pieces.keys()].filter(n => pieces[n]?.stretches[k] !== 0)
    const west = pieceIndexes.find(n => (pieces[n]?.stretches[k] ?? 0) > 0)
    const east = pieceIndexes.find(n => (pieces[n]?.stretches[k] ?? 0) < 0)
    if (west === undefined || east === undefined || groupByPiece[west] === groupByPiece[east]) continue
    const [first = 0, second = 0] = [groupByPiece[west], groupByPiece[east]]
    groupByPiece.forEach((groupId, n) => {
      if (groupId === Math.max(first, second)) groupByPiece[n] = Math.min(first, second)
    })
  }
  return [...new Set(groupByPiece)].map(groupId =>
    [...groupByPiece.keys()].filter(n => groupByPiece[n] === groupId),
  )
}

/** Joins parts into one polygon. Returns undefined if the remaining sides do not form exactly one outline. */
function joinPieces(pieces: readonly Piece[], seamPoints: SeamPoints): PolygonRings | undefined {
  const rings: Corner[][] = []
  const chains: Chain[] = []
  for (const ring of pieces.flatMap(piece => piece.rings)) {
    const ringChains = splitChains(ring, seamPoints)
    if (ringChains) chains.push(...ringChains)
    else rings.push(ring)
  }
  for (let k = 0; k + 1 < seamPoints.lats.length; k++) {
    const netDirection = pieces.reduce((sum, { stretches }) => sum + (stretches[k] ?? 0), 0)
    const side = netDirection > 0 ? { from: k, to: k + 1, corners: [] } : { from: k + 1, to: k, corners: [] }
    chains.push(...Array<Chain>(Math.abs(netDirection)).fill(side))
  }
  rings.push(...traceRings(chains, seamPoints).map(removeCollinear))
  const outlines = rings.filter(ring => flatArea(ring) > 0)
  const holes = rings.filter(ring => flatArea(ring) < 0)
  if (outlines.length !== 1) return
  return [...outlines, ...holes].map(ring => ring.map(({ point }) => point))
}

/** Splits a ring between its sides along the seam, and drops those sides. Undefined if the ring has none. */
function splitChains(ring: readonly Corner[], seamPoints: SeamPoints): Chain[] | undefined {
  const seamIndexAt = (n: number) => seamIndex(seamPoints, ring[n % ring.length] as Corner)
  const first = [...ring.keys()].find(n => seamIndexAt(n) !== undefined && seamIndexAt(n + 1) !== undefined)
  if (first === undefined) return
  const chains: Chain[] = []
  let from = seamIndexAt(first) as number
  let corners: Corner[] = []
  for (let n = first + 1; n <= first + ring.length; n++) {
    const to = seamIndexAt(n)
    if (to === undefined) {
      corners.push(ring[n % ring.length] as Corner)
      continue
    }
    if (corners.length > 0) chains.push({ from, to, corners })
    from = to
    corners = []
  }
  return chains
}

/** Links chains end to end into rings. A ring that passes through the same point twice becomes two rings. */
function traceRings(chains: readonly Chain[], { lats }: SeamPoints): Corner[][] {
  const chainsByStart = new Map<number, Chain[]>()
  for (const chain of chains) chainsByStart.set(chain.from, [...(chainsByStart.get(chain.from) ?? []), chain])
  const cornerAt = (place: number): Corner => {
    const lat = lats[place] as number
    return { x: 180, lat, point: { lat, lng: 180 } }
  }
  const rings: Corner[][] = []
  for (const start of chainsByStart.keys()) {
    let current = start
    const path: Chain[] = []
    for (let next = chainsByStart.get(current)?.pop(); next; next = chainsByStart.get(current)?.pop()) {
      path.push(next)
      current = next.to
      const loopStart = path.findIndex(({ from }) => from === current)
      if (loopStart < 0) continue
      rings.push(path.splice(loopStart).flatMap(({ from, corners }) => [cornerAt(from), ...corners]))
    }
  }
  return rings
}

/** Removes corners that only exist because of the cut: those on the seam that lie on the line between their neighbours. */
function removeCollinear(ring: readonly Corner[]): Corner[] {
  // Starts beside the seam, so that the first corner is kept and the last one is compared with it.
  const start = Math.max(
    0,
    ring.findIndex(({ x }) => x !== 180),
  )
  const corners: Corner[] = []
  for (let n = start; n < start + ring.length; n++) {
    const corner = ring[n % ring.length] as Corner
    const previous = corners.at(-1) ?? corner
    const next = ring[(n + 1) % ring.length] ?? corner
    if (corner.x !== 180 || distanceFromLine(previous, corner, next) > seamSlackDegrees) corners.push(corner)
  }
  return corners
}

/** Returns the distance in degrees from a corner to the line through two others. */
function distanceFromLine(from: Corner, { x, lat }: Corner, to: Corner): number {
  const [east, north] = [to.x - from.x, to.lat - from.lat]
  const length = Math.hypot(east, north)
  return length === 0 ? 0 : Math.abs(east * (lat - from.lat) - north * (x - from.x)) / length
}
