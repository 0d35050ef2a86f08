import { plural, t } from '@lingui/core/macro'
import { toBounds } from '@muster/domain/geo/bounds.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { unrollLongitude } from '@muster/domain/geo/longitude.ts'
import { pointInPolygon } from '@muster/domain/geo/point-in-polygon.ts'
import { type PolygonRings, toPolygons, type ZoneShape } from '@muster/domain/geo/shape.ts'
import { toOutline } from '@muster/domain/geo-json.ts'
import { formatPercent } from '../../../lib/format-count.ts'
import type { MapArea } from '../../../map/public.tsx'

/** The points per side of the grid on which overlap is measured. An error of a few percent does not change the sentence. */
const gridSize = 40
const circleCorners = 72
/** The number of zones that are named. */
const maxNamed = 3

type Overlap = { readonly name: string /** From 0 to 1. */; readonly share: number }

/** Returns the zones that overlap a shape, each with about the share of the shape that it covers, the largest first. */
export function findOverlaps(shape: ZoneShape, others: readonly MapArea[]): Overlap[] {
  const points = toGrid(toPolygonRings(shape))
  if (points.length === 0) return []
  return others
    .map(({ name = '', shape: otherShape }) => {
      const rings = toPolygonRings(otherShape)
      const box = toBox(rings)
      const covered = points.filter(point => isInBox(point, box) && contains(rings, point)).length
      return { name, share: covered / points.length }
    })
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
}

/** Says which zones a shape overlaps, and how much of the shape lies in them; undefined if there are none. */
export function overlapText(overlaps: readonly Overlap[]): string | undefined {
  if (overlaps.length === 0) return undefined
  const shownTexts = overlaps.slice(0, maxNamed).map(({ name, share }) => {
    const percent = share < 0.01 ? t`less than 1%` : t`about ${{ percent: formatPercent(share) }}`
    return t`${{ name }} (${{ percent }} of this shape)`
  })
  const more = overlaps.length - shownTexts.length
  const list = shownTexts.join(', ')
  return more > 0
    ? t`Overlaps ${{ list }} and ${plural(more, { one: '# more zone', other: '# more zones' })}.`
    : t`Overlaps ${{ list }}.`
}

const toPolygonRings = (shape: ZoneShape): readonly PolygonRings[] =>
  shape.boundary === 'polygon' || shape.boundary === 'multipolygon'
    ? toPolygons(shape)
    : [[toOutline(shape, circleCorners)]]

const contains = (polygons: readonly PolygonRings[], point: LatLng) =>
  polygons.some(
    ([outline = [], ...holes]) =>
      pointInPolygon(point, outline) && !holes.some(hole => pointInPolygon(point, hole)),
  )

const toBox = (polygons: readonly PolygonRings[]) => polygons.map(([outline = []]) => toBounds(outline))

const isInBox = ({ lat, lng }: LatLng, boxes: ReturnType<typeof toBox>) =>
  boxes.some(({ south, north, west, east }) => {
    const x = unrollLongitude(lng, west)
    return lat >= south && lat <= north && x >= west && x <= unrollLongitude(east, west)
  })

/** Returns the points of a grid over the shape's bounds that lie in the shape, each in the middle of its cell. */
function toGrid(polygons: readonly PolygonRings[]): LatLng[] {
  return polygons.flatMap(rings => {
    const [{ south, north, west, east } = emptyBounds] = toBox([rings])
    const lngSpan = unrollLongitude(east, west) - west
    return Array.from({ length: gridSize ** 2 }, (_, n) => ({
      lat: south + ((Math.floor(n / gridSize) + 0.5) / gridSize) * (north - south),
      lng: west + (((n % gridSize) + 0.5) / gridSize) * lngSpan,
    })).filter(point => contains([rings], point))
  })
}

const emptyBounds = { south: 0, north: 0, west: 0, east: 0 }
