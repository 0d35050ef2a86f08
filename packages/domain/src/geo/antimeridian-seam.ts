import type { LatLng } from './lat-lng.ts'
import { unrollLongitude } from './longitude.ts'
import type { RingPoints } from './shape.ts'

/** A corner on a flat map: `x` is its longitude unrolled around 180, exactly 180 on the seam. `point` is the original. */
export type Corner = { readonly x: number; readonly lat: number; readonly point: LatLng }

/** About a centimetre. Coordinates in files are rounded, so shapes are not cut exactly at the seam. */
export const seamSlackDegrees = 1e-7

/** Returns the corners of a ring with its polygon to the left of each side: outlines run counter-clockwise, holes clockwise. */
export function unrollAtSeam(points: RingPoints, isHole: boolean): Corner[] {
  let currentLng = 180
  const corners = points.map((point): Corner => {
    currentLng = unrollLongitude(point.lng, currentLng)
    return { x: Math.abs(currentLng - 180) <= seamSlackDegrees ? 180 : currentLng, lat: point.lat, point }
  })
  return flatArea(corners) < 0 === isHole ? corners : corners.toReversed()
}

/** Returns twice the area in square degrees, positive for a ring that runs counter-clockwise. */
export function flatArea(corners: readonly Corner[]): number {
  const [origin] = corners
  if (!origin) return 0
  return corners.reduce((sum, to, n) => {
    const from = corners.at(n - 1) ?? to
    return sum + (from.x - origin.x) * (to.lat - origin.lat) - (to.x - origin.x) * (from.lat - origin.lat)
  }, 0)
}

/** The latitudes at which corners lie on the seam, from south to north, and the index of each corner's latitude among them. */
export type SeamPoints = {
  readonly lats: readonly number[]
  readonly placeByCorner: ReadonlyMap<number, number>
}

export function findSeamPoints(corners: readonly Corner[]): SeamPoints {
  const lats: number[] = []
  const indexByCorner = new Map<number, number>()
  for (const lat of corners.flatMap(({ x, lat }) => (x === 180 ? [lat] : [])).sort((a, b) => a - b)) {
    if (lat - (lats.at(-1) ?? Number.NEGATIVE_INFINITY) > seamSlackDegrees) lats.push(lat)
    indexByCorner.set(lat, lats.length - 1)
  }
  return { lats, placeByCorner: indexByCorner }
}

/** Returns the index of a corner on the seam; undefined for a corner beside it. */
export const seamIndex = ({ placeByCorner }: SeamPoints, { x, lat }: Corner): number | undefined =>
  x === 180 ? placeByCorner.get(lat) : undefined

/** Between neighbouring latitudes: 1 northward (polygon to the west), -1 southward, 0 for no sides or both directions. */
export function measureStretches(rings: readonly (readonly Corner[])[], seamPoints: SeamPoints): Int16Array {
  const stretches = new Int16Array(seamPoints.lats.length)
  for (const corners of rings) {
    corners.forEach((corner, n) => {
      const to = seamIndex(seamPoints, corner)
      const from = seamIndex(seamPoints, corners.at(n - 1) ?? corner)
      if (from === undefined || to === undefined) return
      const step = Math.sign(to - from)
      for (let k = Math.min(from, to); k < Math.max(from, to); k++)
        stretches[k] = (stretches[k] as number) + step
    })
  }
  return stretches
}
