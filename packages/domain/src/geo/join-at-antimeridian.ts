import {
  type Corner,
  flatArea,
  layOut,
  measureStretches,
  placeOn,
  type SeamPlaces,
  seamPlaces,
  seamSlackDegrees,
} from './antimeridian-seam.ts'
import type { PolygonRings } from './shape.ts'

type Part = { readonly rings: readonly Corner[][]; readonly stretches: Int16Array }

/** A run of corners beside the seam, between two points on it. Without corners it is a side along the seam. */
type Chain = { readonly from: number; readonly to: number; readonly corners: readonly Corner[] }

/**
 * Joins the parts of a multipolygon that share a side on the antimeridian, where RFC 7946 (3.1.9) recommends cutting shapes that
 * cross it. Removes shared sides and reassembles the remaining outlines, including holes. A part that matches no other stays
 * unchanged. `joined` counts the parts merged into others.
 */
export function joinAtAntimeridian(polygons: readonly PolygonRings[]): {
  polygons: readonly PolygonRings[]
  joined: number
} {
  if (polygons.length < 2) return { polygons, joined: 0 }
  const laid = polygons.map(rings => rings.map((points, n) => layOut(points, n > 0)))
  const places = seamPlaces(laid.flat(2))
  if (places.lats.length < 2) return { polygons, joined: 0 }
  const parts = laid.map((rings): Part => ({ rings, stretches: measureStretches(rings, places) }))
  const whole: PolygonRings[] = []
  for (const group of groupParts(parts, places.lats.length)) {
    const joined =
      group.length > 1
        ? join(
            parts.filter((_, n) => group.includes(n)),
            places,
          )
        : undefined
    whole.push(...(joined ? [joined] : group.map(n => polygons[n] ?? [])))
  }
  return { polygons: whole, joined: polygons.length - whole.length }
}

/** Returns the indexes of the parts, grouped by shared stretches of the seam, in the order of each group's first part. */
function groupParts(parts: readonly Part[], stretches: number): number[][] {
  const group = parts.map((_, n) => n)
  for (let k = 0; k < stretches; k++) {
    const here = [...parts.keys()].filter(n => parts[n]?.stretches[k] !== 0)
    const west = here.find(n => (parts[n]?.stretches[k] ?? 0) > 0)
    const east = here.find(n => (parts[n]?.stretches[k] ?? 0) < 0)
    if (west === undefined || east === undefined || group[west] === group[east]) continue
    const [first = 0, second = 0] = [group[west], group[east]]
    group.forEach((one, n) => {
      if (one === Math.max(first, second)) group[n] = Math.min(first, second)
    })
  }
  return [...new Set(group)].map(one => [...group.keys()].filter(n => group[n] === one))
}

/** Joins parts into one polygon. Returns undefined if the remaining sides are not a single outline. */
function join(parts: readonly Part[], places: SeamPlaces): PolygonRings | undefined {
  const rings: Corner[][] = []
  const chains: Chain[] = []
  for (const ring of parts.flatMap(part => part.rings)) {
    const own = splitChains(ring, places)
    if (own) chains.push(...own)
    else rings.push(ring)
  }
  for (let k = 0; k + 1 < places.lats.length; k++) {
    const left = parts.reduce((sum, { stretches }) => sum + (stretches[k] ?? 0), 0)
    const side = left > 0 ? { from: k, to: k + 1, corners: [] } : { from: k + 1, to: k, corners: [] }
    chains.push(...Array<Chain>(Math.abs(left)).fill(side))
  }
  rings.push(...trace(chains, places).map(withoutStraightPlaces))
  const outlines = rings.filter(ring => flatArea(ring) > 0)
  const holes = rings.filter(ring => flatArea(ring) < 0)
  if (outlines.length !== 1) return
  return [...outlines, ...holes].map(ring => ring.map(({ point }) => point))
}

/** Returns a ring without its sides along the seam; undefined if it has none. */
function splitChains(ring: readonly Corner[], places: SeamPlaces): Chain[] | undefined {
  const onSeam = (n: number) => placeOn(places, ring[n % ring.length] as Corner)
  const first = [...ring.keys()].find(n => onSeam(n) !== undefined && onSeam(n + 1) !== undefined)
  if (first === undefined) return
  const chains: Chain[] = []
  let from = onSeam(first) as number
  let corners: Corner[] = []
  for (let n = first + 1; n <= first + ring.length; n++) {
    const to = onSeam(n)
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
function trace(chains: readonly Chain[], { lats }: SeamPlaces): Corner[][] {
  const leaving = new Map<number, Chain[]>()
  for (const chain of chains) leaving.set(chain.from, [...(leaving.get(chain.from) ?? []), chain])
  const cornerAt = (place: number): Corner => {
    const lat = lats[place] as number
    return { x: 180, lat, point: { lat, lng: 180 } }
  }
  const rings: Corner[][] = []
  for (const start of leaving.keys()) {
    let here = start
    const path: Chain[] = []
    for (let next = leaving.get(here)?.pop(); next; next = leaving.get(here)?.pop()) {
      path.push(next)
      here = next.to
      const again = path.findIndex(({ from }) => from === here)
      if (again < 0) continue
      rings.push(path.splice(again).flatMap(({ from, corners }) => [cornerAt(from), ...corners]))
    }
  }
  return rings
}

/** Removes corners that only exist because of the cut: those on the seam that lie on the line between their neighbours. */
function withoutStraightPlaces(ring: readonly Corner[]): Corner[] {
  // Starts beside the seam, so that the first corner is kept and the last one is compared with it.
  const start = Math.max(
    0,
    ring.findIndex(({ x }) => x !== 180),
  )
  const corners: Corner[] = []
  for (let n = start; n < start + ring.length; n++) {
    const corner = ring[n % ring.length] as Corner
    const before = corners.at(-1) ?? corner
    const after = ring[(n + 1) % ring.length] ?? corner
    if (corner.x !== 180 || offLine(before, corner, after) > seamSlackDegrees) corners.push(corner)
  }
  return corners
}

/** Returns the degrees from a corner to the line through two others. */
function offLine(from: Corner, { x, lat }: Corner, to: Corner): number {
  const [east, north] = [to.x - from.x, to.lat - from.lat]
  const length = Math.hypot(east, north)
  return length === 0 ? 0 : Math.abs(east * (lat - from.lat) - north * (x - from.x)) / length
}
