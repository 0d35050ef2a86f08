import { plural, t } from '@lingui/core/macro'
import { areaM2 } from '@muster/domain/geo/area.ts'
import { diagonalMeters } from '@muster/domain/geo/diagonal.ts'
import { distanceMeters } from '@muster/domain/geo/distance.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { toPolygons, type ZoneShape } from '@muster/domain/geo/shape.ts'
import { toOutline } from '@muster/domain/geo-json.ts'
import { formatArea } from '../../lib/format-area.ts'
import { formatLength } from '../../lib/format-length.ts'
import { language } from '../../lib/language.ts'

/**
 * Returns the measurements of a shape as text. `sides`: "Radius 25 m" for a circle, "52 m × 39 m" for a rectangle, otherwise "4
 * sides, perimeter 182 m: 52 m, 39 m, 52 m, 39 m". `area`: "2,028 m²".
 */
export function measureShape(shape: ZoneShape): { sides: string; area: string } {
  return { sides: measureSides(shape), area: formatArea(areaM2(shape)) }
}

/** The shortest side in metres that is measured at the pointer; the drawing tool keeps points closer than this beside it. */
const minSideM = 0.05

/**
 * Returns what is written at the pointer. While an outline is drawn: the length of the side that ends there and, from three corners,
 * the area: "52 m · 2,028 m²". Otherwise the size and area of the shape; undefined if there is nothing to measure.
 */
export function measureAtPointer(pen: readonly LatLng[], shape: ZoneShape | undefined): string | undefined {
  const pointer = pen.at(-1)
  const sides = pointer ? pen.map(point => distanceMeters(point, pointer)) : []
  const lastSide = sides.findLast(length => length >= minSideM)
  const area = shape && formatArea(areaM2(shape))
  if (pointer) return lastSide === undefined ? undefined : join(formatLength(lastSide), area)
  if (!shape) return undefined
  return shape.boundary === 'circle' || shape.boundary === 'rectangle'
    ? join(measureSides(shape), area)
    : area
}

const join = (...texts: (string | undefined)[]) => texts.filter(Boolean).join(' · ')

function measureSides(shape: ZoneShape): string {
  if (shape.boundary === 'circle') {
    const radius = formatLength(diagonalMeters(shape.start, shape.end) / 2)
    return t`Radius ${radius}`
  }
  if (shape.boundary === 'rectangle') {
    const [height = 0, width = 0] = sideLengths(toOutline(shape)).toReversed()
    return `${formatLength(width)} × ${formatLength(height)}`
  }
  const rings = toPolygons(shape).flat()
  const lengths = rings.flatMap(sideLengths)
  const perimeter = formatLength(lengths.reduce((sum, length) => sum + length, 0))
  const sides = lengths.length
  const text = plural(sides, {
    one: `# side, perimeter ${perimeter}`,
    other: `# sides, perimeter ${perimeter}`,
  })
  return lengths.length <= maxListedSides
    ? `${text}: ${unitListFormat.format(lengths.map(formatLength))}`
    : text
}

const unitListFormat = new Intl.ListFormat(language, { type: 'unit' })

/** Maximum number of lengths listed; a longer list would be unreadable. */
const maxListedSides = 6

/** Returns the lengths in metres of the sides of a ring, in order. */
function sideLengths(ring: readonly LatLng[]): number[] {
  return ring.map((from, n) => distanceMeters(from, ring[(n + 1) % ring.length] ?? from))
}
