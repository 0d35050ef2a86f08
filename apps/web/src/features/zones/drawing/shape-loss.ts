import { t } from '@lingui/core/macro'
import { areaM2 } from '@muster/domain/geo/area.ts'
import { toPolygons, type ZoneShape } from '@muster/domain/geo/shape.ts'
import { formatArea } from '../../../lib/format-area.ts'
import { formatCount } from '../../../lib/format-count.ts'

/** Losing more than half of the area is rarely intended. */
const notableShare = 0.5

/**
 * Describes what a zone loses by a new shape: "The zone becomes 2.1 ha, it was 98.8 ha. 1 part and 2 holes are removed." Undefined
 * if the zone keeps its parts, its holes and at least half of its area.
 */
export function shapeLoss(before: ZoneShape, after: ZoneShape): string | undefined {
  const [was, becomes] = [ringsOf(before), ringsOf(after)]
  const lost = [
    counted(was.parts - becomes.parts, 'part', 'parts'),
    counted(was.holes - becomes.holes, 'hole', 'holes'),
  ].filter(text => text !== '')
  const [oldArea, newArea] = [areaM2(before), areaM2(after)]
  if (lost.length === 0 && newArea >= oldArea * notableShare) return undefined
  const [from, to] = [formatArea(oldArea), formatArea(newArea)]
  const isOne = lost.length === 1 && lost[0]?.startsWith('1 ')
  return [
    from !== to && t`The zone becomes ${to}, it was ${from}.`,
    lost.length > 0 && t`${lost.join(' and ')} ${isOne ? 'is' : 'are'} removed.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function ringsOf(shape: ZoneShape): { parts: number; holes: number } {
  if (shape.boundary === 'rectangle' || shape.boundary === 'circle') return { parts: 1, holes: 0 }
  const polygons = toPolygons(shape)
  return { parts: polygons.length, holes: polygons.flat().length - polygons.length }
}

const counted = (count: number, one: string, many: string) =>
  count > 0 ? `${formatCount(count)} ${count === 1 ? one : many}` : ''
