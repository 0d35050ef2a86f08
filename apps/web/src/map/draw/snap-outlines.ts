import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { toPolygons, type ZoneShape } from '@muster/domain/geo/shape.ts'
import { toOutline } from '@muster/domain/geo-json.ts'

/** The corners of a circle to which others snap: at 100 m the line between two is 12 cm off. */
const circleCorners = 64
/** Maximum corners of one ring; a more detailed outline is not snapped to, because each move of the pointer visits every corner. */
const maxCorners = 2_000

/** Returns the rings of the shapes, to which the corners of a drawing snap. */
export const toSnapOutlines = (shapes: readonly ZoneShape[]): (readonly LatLng[])[] =>
  shapes
    .flatMap(shape =>
      shape.boundary === 'polygon' || shape.boundary === 'multipolygon'
        ? toPolygons(shape).flat()
        : [toOutline(shape, circleCorners)],
    )
    .filter(ring => ring.length <= maxCorners)
