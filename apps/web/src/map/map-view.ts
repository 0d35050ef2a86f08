import { type Bounds, boundsOverlap, joinBounds, toBounds, toCorners } from '@muster/domain/geo/bounds.ts'
import { boundsAround } from '@muster/domain/geo/bounds-around.ts'
import { diagonalMeters } from '@muster/domain/geo/diagonal.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { shapeBounds } from '@muster/domain/geo/shape-bounds.ts'
import { limits } from '@muster/domain/limits.ts'
import type { MapContent, MapPosition } from './surface.ts'

/** Metres shown around a single position, about what zoom 15 shows on a phone. */
const placeRadiusM = 400
/** Metres that the specification's zoom 12 shows around its default centre. */
const defaultRadiusM = 6_000
export const viewAround = (place: LatLng): Bounds => boundsAround(place, placeRadiusM)

/** The distance within which somebody is near: this many metres or this multiple of the view's size, whichever is larger. */
const minNearbyM = 3_000
const nearbyFactor = 4

/**
 * Computes the initial view of a map's content. It shows the map's own areas or, if there are none, all areas, with the whole
 * track, and the viewer if they are near. Without any areas, it shows people, marks, the red marker and the viewer. Without any
 * content, it shows the specification's default centre, never the whole world.
 */
export function computeView({ areas, people, marks, me, centre, track }: MapContent): Bounds {
  const ownAreas = areas.filter(area => !area.quiet)
  const shownAreas = ownAreas.length > 0 ? ownAreas : areas
  if (shownAreas.length > 0) {
    const trackBounds = track && track.points.length > 0 ? [toBounds(track.points)] : []
    const bounds = joinBounds([...shownAreas.map(({ shape }) => shapeBounds(shape)), ...trackBounds])
    return me ? includeNearby(bounds, me) : bounds
  }
  const positions = [...people, ...marks, ...(centre ? [centre] : []), ...(me ? [me] : [])]
  const [firstPosition] = positions
  if (!firstPosition) return boundsAround(limits.mapDefaultCenter, defaultRadiusM)
  if (positions.length === 1) return boundsAround(firstPosition, placeRadiusM)
  return joinBounds([
    ...positions.map(position => toBounds([position])),
    boundsAround(firstPosition, placeRadiusM / 4),
  ])
}

/** Includes a nearby viewer in the view. With a distant viewer, the content would shrink to a dot. */
function includeNearby(bounds: Bounds, me: MapPosition): Bounds {
  const nearbyLimitM = Math.max(minNearbyM, nearbyFactor * extentM(bounds))
  const joinedBounds = joinBounds([bounds, toBounds([me])])
  return extentM(joinedBounds) <= nearbyLimitM ? joinedBounds : bounds
}

function extentM(bounds: Bounds): number {
  const { start, end } = toCorners(bounds)
  return diagonalMeters(start, end)
}

/** Objects smaller than the view by this factor are specks. */
const maxViewRatio = 100

export const isVisibleIn = (view: Bounds, bounds: Bounds) =>
  boundsOverlap(view, bounds) && extentM(bounds) * maxViewRatio > extentM(view)

export const isSameView = (a: Bounds, b: Bounds) =>
  a.south === b.south && a.west === b.west && a.north === b.north && a.east === b.east
