import { plural, t } from '@lingui/core/macro'
import { areaM2 } from '@muster/domain/geo/area.ts'
import { toPolygons, type ZoneShape } from '@muster/domain/geo/shape.ts'
import { formatArea } from '../../../lib/format-area.ts'

/** The share of the area that must remain for an edit to be saved without a warning. Losing more than half is rarely intended. */
const notableShare = 0.5

/** "The area changes from 98.8 ha to 2.1 ha. 1 part and 2 holes will be removed." Undefined if at least half of the area is kept. */
export function shapeLoss(before: ZoneShape, after: ZoneShape): string | undefined {
  const [ringsBefore, ringsAfter] = [countRings(before), countRings(after)]
  const removal = removalText(ringsBefore.parts - ringsAfter.parts, ringsBefore.holes - ringsAfter.holes)
  const [oldArea, newArea] = [areaM2(before), areaM2(after)]
  if (!removal && newArea >= oldArea * notableShare) return undefined
  const [from, to] = [formatArea(oldArea), formatArea(newArea)]
  return [from !== to && t`The area changes from ${from} to ${to}.`, removal].filter(Boolean).join(' ')
}

function removalText(parts: number, holes: number): string | undefined {
  if (parts > 0 && holes > 0) {
    return t`${plural(parts, { one: '# part', other: '# parts' })} and ${plural(holes, { one: '# hole', other: '# holes' })} will be removed.`
  }
  if (parts > 0) return plural(parts, { one: '# part will be removed.', other: '# parts will be removed.' })
  if (holes > 0) return plural(holes, { one: '# hole will be removed.', other: '# holes will be removed.' })
  return undefined
}

function countRings(shape: ZoneShape): { parts: number; holes: number } {
  if (shape.boundary === 'rectangle' || shape.boundary === 'circle') return { parts: 1, holes: 0 }
  const polygons = toPolygons(shape)
  return { parts: polygons.length, holes: polygons.flat().length - polygons.length }
}
