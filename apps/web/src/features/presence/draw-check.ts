import type { Zone } from '@muster/contract/zones.ts'
import { diagonalMeters } from '@muster/domain/geo/diagonal.ts'
import { metersPerDegree, radiansPerDegree } from '@muster/domain/geo/distance.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { wrapLongitude } from '@muster/domain/geo/longitude.ts'
import { toOutline } from '@muster/domain/geo-json.ts'

type Point = { x: number; y: number }

export type CheckPicture = {
  viewBox: string
  /** A circle, or the path of a polygon, whose rings use the even-odd fill rule. */
  zone: { path: string } | (Point & { radius: number })
  dot: Point
  accuracy: number
  /** Approximate metres per pixel, to keep the dot the same size at any scale. */
  unit: number
}

/** Multiples of the zone's size. In a larger drawing, zone and reading would be little more than two dots. */
const maxDistanceFactor = 3
const heightPx = 120

/** Metres from the reading, with north up; undefined if the zone has no size or would be too small in the drawing. */
export function drawCheck(
  shape: Zone['shape'],
  at: LatLng & { accuracyMeters: number | null },
): CheckPicture | undefined {
  const longitudeScale = Math.cos(at.lat * radiansPerDegree)
  const toPoint = ({ lat, lng }: LatLng): Point => ({
    x: wrapLongitude(lng - at.lng) * metersPerDegree * longitudeScale,
    y: (at.lat - lat) * metersPerDegree,
  })
  const rings = listRings(shape).map(ring => ring.map(toPoint))
  const corners = rings.flat()
  const zone =
    shape.boundary === 'circle'
      ? toCircle(corners, diagonalMeters(shape.start, shape.end) / 2)
      : { path: rings.map(toPath).join('') }
  const accuracy = at.accuracyMeters ?? 0
  const dot = { x: 0, y: 0 }
  const zoneBounds = findBounds('radius' in zone ? cornersAround(zone, zone.radius) : corners)
  const zoneSize = Math.max(zoneBounds.right - zoneBounds.left, zoneBounds.bottom - zoneBounds.top)
  const totalBounds = findBounds([
    { x: zoneBounds.left, y: zoneBounds.top },
    { x: zoneBounds.right, y: zoneBounds.bottom },
    ...cornersAround(dot, Math.min(accuracy, zoneSize * maxDistanceFactor)),
  ])
  const [width, height] = [totalBounds.right - totalBounds.left, totalBounds.bottom - totalBounds.top]
  if (zoneSize === 0 || Math.max(width, height) > zoneSize * maxDistanceFactor * 2) return undefined
  const margin = Math.max(width, height) * 0.08
  const viewBox = [
    totalBounds.left - margin,
    totalBounds.top - margin,
    width + 2 * margin,
    height + 2 * margin,
  ]
  return {
    viewBox: viewBox.map(round).join(' '),
    zone,
    dot,
    accuracy,
    unit: (height + 2 * margin) / heightPx,
  }
}

/** Returns the two points of a circle, or every ring of any other shape. */
function listRings(shape: Zone['shape']): (readonly LatLng[])[] {
  if (shape.boundary === 'circle') return [[shape.start, shape.end]]
  return shape.boundary === 'multipolygon' ? shape.polygons.flat() : [toOutline(shape)]
}

function toCircle([start = { x: 0, y: 0 }, end = start]: Point[], radius: number) {
  return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2, radius }
}

const cornersAround = ({ x, y }: Point, radius: number): Point[] => [
  { x: x - radius, y: y - radius },
  { x: x + radius, y: y + radius },
]

function findBounds(points: readonly Point[]) {
  const [xs, ys] = [points.map(it => it.x), points.map(it => it.y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

const round = (meters: number) => Math.round(meters * 10) / 10
const toPath = (ring: readonly Point[]) => `M${ring.map(({ x, y }) => `${round(x)},${round(y)}`).join('L')}Z`
