import type { LatLng } from './lat-lng.ts'
import { unrollLongitude } from './longitude.ts'
import { toGrid } from './orientation.ts'

/** With the number of points that repeated their neighbour, and whether the ring was left open. */
export type TidyRing = {
  readonly points: LatLng[]
  readonly repeated: number
  readonly wasOpen: boolean
}

/**
 * Removes points that repeat their neighbour, and the closing point, which does not count as a repetition. Points that
 * `validateShape` could not tell apart count as the same.
 */
export function tidyRing(ring: readonly LatLng[]): TidyRing {
  const points: LatLng[] = []
  for (const point of ring) if (!isSame(points.at(-1), point)) points.push(point)
  const repeatedCount = ring.length - points.length
  const wasOpen = !isSame(points[0], points.at(-1))
  if (!wasOpen && points.length > 1) points.pop()
  return { points, repeated: repeatedCount, wasOpen }
}

function isSame(a: LatLng | undefined, b: LatLng | undefined): boolean {
  if (!a || !b) return false
  const [gridA, gridB] = [toGrid(a.lat, a.lng), toGrid(b.lat, unrollLongitude(b.lng, a.lng))]
  return gridA.x === gridB.x && gridA.y === gridB.y
}
