import { limits } from '../limits.ts'
import type { LatLng } from './lat-lng.ts'

/** The maximum distance across a zone in metres; a longer one is a slip of the hand or swapped coordinates. */
export const zoneMaxDiagonalM = 1_000_000

const messages = {
  out_of_range: 'Latitude must be between -90 and 90 and longitude between -180 and 180.',
  no_polygon: 'The shape has no polygon.',
  too_few_points: 'A ring needs at least three different points.',
  too_many_points: `A zone can have at most ${limits.zoneMaxVertices.toLocaleString('en')} points.`,
  duplicate_point: 'The same point comes twice.',
  crosses_itself: 'The outline crosses or touches itself here.',
  rings_cross: 'Two outlines cross or share a side here.',
  no_area: 'The shape encloses no area.',
  too_large: `A zone can be at most ${zoneMaxDiagonalM / 1_000} km across.`,
  around_pole: 'A zone cannot go round a pole.',
  hole_outside: 'This hole lies outside of its polygon.',
  holes_overlap: 'Two holes of a polygon overlap here.',
  parts_overlap: 'Two parts of the zone overlap here.',
} as const

export type ShapeProblemCode = keyof typeof messages

/** A reason why a shape is refused, and the place to show on the map; `at` is null if the shape has no place at all. */
export type ShapeProblem = { code: ShapeProblemCode; message: string; at: LatLng | null }

export function shapeProblem(code: ShapeProblemCode, at: LatLng | null): ShapeProblem {
  return { code, message: messages[code], at }
}
