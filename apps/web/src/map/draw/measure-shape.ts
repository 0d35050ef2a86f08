import { t } from '@lingui/core/macro'
import { areaM2 } from '@muster/domain/geo/area.ts'
import { diagonalMeters } from '@muster/domain/geo/diagonal.ts'
import { distanceMeters } from '@muster/domain/geo/distance.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { toPolygons, type ZoneShape } from '@muster/domain/geo/shape.ts'
import { toOutline } from '@muster/domain/geo-json.ts'
import { formatArea } from '../../lib/format-area.ts'
import { formatLength } from '../../lib/format-length.ts'

/** Describes a shape by its sides and its area: "4 sides, 182 m round: 52 m, 39 m, 52 m, 39 m · 2,028 m²" */
export function measureShape(shape: ZoneShape): { sides: string; area: string } {
  return { sides: sidesOf(shape), area: formatArea(areaM2(shape)) }
}

function sidesOf(shape: ZoneShape): string {
  if (shape.boundary === 'circle') {
    return t`Radius ${formatLength(diagonalMeters(shape.start, shape.end) / 2)}`
  }
  if (shape.boundary === 'rectangle') {
    const [height = 0, width = 0] = lengthsOf(toOutline(shape)).toReversed()
    return `${formatLength(width)} × ${formatLength(height)}`
  }
  const rings = toPolygons(shape).flat()
  const lengths = rings.flatMap(lengthsOf)
  const round = formatLength(lengths.reduce((sum, length) => sum + length, 0))
  const each = lengths.length <= mostNamed ? `: ${lengths.map(formatLength).join(', ')}` : ''
  return t`${lengths.length} sides, ${round} round${each}`
}

/** A longer list of lengths would be unreadable. */
const mostNamed = 6

/** The lengths in metres of the sides of a ring, in order. */
function lengthsOf(ring: readonly LatLng[]): number[] {
  return ring.map((from, n) => distanceMeters(from, ring[(n + 1) % ring.length] ?? from))
}
