import { type Bounds, boundsOverlap, joinBounds, toBounds, toCorners } from '@muster/domain/geo/bounds.ts'
import { boundsAround } from '@muster/domain/geo/bounds-around.ts'
import { diagonalMeters } from '@muster/domain/geo/diagonal.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { shapeBounds } from '@muster/domain/geo/shape-bounds.ts'
import { limits } from '@muster/domain/limits.ts'
import type { MapContent, MapMe } from './surface.ts'

/** Metres around a single position, equal to what zoom 15 shows on a phone. */
const aroundPlaceM = 400
/** Metres that the specification's zoom 12 shows around its default centre. */
const aroundDefaultM = 6_000
/** Returns the view of a single position. */
export const viewAround = (place: LatLng): Bounds => boundsAround(place, aroundPlaceM)

/** The distance within which somebody is near: in metres, or as a multiple of the view's size. */
const nearM = 3_000
const nearTimes = 4

/**
 * Computes the initial view of a map's content: its own areas and the whole of a track, plus the viewer if they are near. Without
 * own areas, all areas; without any areas, people, marks and the viewer. Without anything, the specification's default centre,
 * never the whole world.
 */
export function computeView({ areas, people, marks, me, centre, track }: MapContent): Bounds {
  const own = areas.filter(area => !area.quiet)
  const shown = own.length > 0 ? own : areas
  if (shown.length > 0) {
    const way = track && track.points.length > 0 ? [toBounds(track.points)] : []
    const bounds = joinBounds([...shown.map(({ shape }) => shapeBounds(shape)), ...way])
    return me ? withNear(bounds, me) : bounds
  }
  const places = [...people, ...marks, ...(centre ? [centre] : []), ...(me ? [me] : [])]
  const [first] = places
  if (!first) return boundsAround(limits.mapDefaultCenter, aroundDefaultM)
  if (places.length === 1) return boundsAround(first, aroundPlaceM)
  return joinBounds([...places.map(place => toBounds([place])), boundsAround(first, aroundPlaceM / 4)])
}

/** Includes a nearby viewer in the view. With a distant viewer, the content would shrink to a dot. */
function withNear(bounds: Bounds, me: MapMe): Bounds {
  const reach = Math.max(nearM, nearTimes * extentM(bounds))
  const both = joinBounds([bounds, toBounds([me])])
  return extentM(both) <= reach ? both : bounds
}

function extentM(bounds: Bounds): number {
  const { start, end } = toCorners(bounds)
  return diagonalMeters(start, end)
}

/** Objects smaller than the view by this factor are specks. */
const speck = 100

/** True if a view shows more than a speck of the bounds. */
export const isVisibleIn = (view: Bounds, bounds: Bounds) =>
  boundsOverlap(view, bounds) && extentM(bounds) * speck > extentM(view)

/** True if two views are identical. */
export const isSameView = (a: Bounds, b: Bounds) =>
  a.south === b.south && a.west === b.west && a.north === b.north && a.east === b.east
