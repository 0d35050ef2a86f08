import { type Bounds, boundsOf, boundsOverlap, cornersOf, joinBounds } from '@muster/domain/geo/bounds.ts'
import { boundsAround } from '@muster/domain/geo/bounds-around.ts'
import { diagonalMeters } from '@muster/domain/geo/diagonal.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { shapeBounds } from '@muster/domain/geo/shape-bounds.ts'
import { limits } from '@muster/domain/limits.ts'
import type { MapContent, MapMe } from './surface.ts'

/** Around a single place, in metres: what zoom 15 shows on a phone. */
const aroundPlaceM = 400
/** What the specification's zoom 12 shows of its default centre. */
const aroundDefaultM = 6_000
/** What is in view when one looks for a single place. */
export const viewAround = (place: LatLng): Bounds => boundsAround(place, aroundPlaceM)

/** How far off somebody still counts as near: in metres, or in sizes of what they look at. */
const nearM = 3_000
const nearTimes = 4

/**
 * What matters of a content and so is in view at first: its own areas, with the whole of a track, and who looks when they are near; else all areas; else the people, the marks and the
 * person who looks. Without any of them the specification's default centre, never the whole world.
 */
export function viewOf({ areas, people, marks, me, centre, track }: MapContent): Bounds {
  const own = areas.filter(area => !area.quiet)
  const shown = own.length > 0 ? own : areas
  if (shown.length > 0) {
    const way = track && track.points.length > 0 ? [boundsOf(track.points)] : []
    const bounds = joinBounds([...shown.map(({ shape }) => shapeBounds(shape)), ...way])
    return me ? withNear(bounds, me) : bounds
  }
  const places = [...people, ...marks, ...(centre ? [centre] : []), ...(me ? [me] : [])]
  const [first] = places
  if (!first) return boundsAround(limits.mapDefaultCenter, aroundDefaultM)
  if (places.length === 1) return boundsAround(first, aroundPlaceM)
  return joinBounds([...places.map(place => boundsOf([place])), boundsAround(first, aroundPlaceM / 4)])
}

/** Somebody near is in view beside what they look at; for somebody far off it would shrink to a dot. */
function withNear(bounds: Bounds, me: MapMe): Bounds {
  const reach = Math.max(nearM, nearTimes * extentM(bounds))
  const both = joinBounds([bounds, boundsOf([me])])
  return extentM(both) <= reach ? both : bounds
}

function extentM(bounds: Bounds): number {
  const { start, end } = cornersOf(bounds)
  return diagonalMeters(start, end)
}

/** What is so many times smaller than the view is a speck. */
const speck = 100

/** Whether one who looks at a view sees something there. */
export const isSeenIn = (view: Bounds, bounds: Bounds) =>
  boundsOverlap(view, bounds) && extentM(bounds) * speck > extentM(view)

/** Whether two views are the same place on the map. */
export const isSameView = (a: Bounds, b: Bounds) =>
  a.south === b.south && a.west === b.west && a.north === b.north && a.east === b.east
