import { msg, plural } from '@lingui/core/runtime-macro'
import { limits } from '../limits.ts'
import type { LatLng } from './lat-lng.ts'

/** The maximum distance across a zone in metres. A longer distance is a drawing mistake or the result of swapped coordinates. */
export const zoneMaxDiagonalM = 1_000_000

/** The message for each reason why a shape is rejected. */
export const shapeProblemMessages = {
  out_of_range: msg`Latitude must be between -90 and 90 and longitude between -180 and 180.`,
  no_polygon: msg`The shape has no polygon.`,
  too_few_points: msg`A ring needs at least three different points.`,
  too_many_points: msg`A zone can have up to ${plural({ most: limits.zoneMaxVertices }, { one: '# point', other: '# points' })}.`,
  duplicate_point: msg`The same point appears twice.`,
  crosses_itself: msg`The outline crosses or touches itself here.`,
  rings_cross: msg`Two outlines cross or share a side here.`,
  no_area: msg`The shape doesn’t enclose an area.`,
  too_large: msg`A zone can be up to ${plural({ km: zoneMaxDiagonalM / 1_000 }, { other: '# km' })} across.`,
  around_pole: msg`A zone can’t include the North or South Pole.`,
  hole_outside: msg`This hole lies outside its polygon.`,
  holes_overlap: msg`Two holes of a polygon overlap here.`,
  parts_overlap: msg`Two parts of the zone overlap here.`,
} as const

export type ShapeProblemCode = keyof typeof shapeProblemMessages

/** A reason why a shape is rejected, and the position to show on the map; `at` is null if the problem has no position. */
export type ShapeProblem = { code: ShapeProblemCode; at: LatLng | null }

export const createShapeProblem = (code: ShapeProblemCode, at: LatLng | null): ShapeProblem => ({ code, at })
