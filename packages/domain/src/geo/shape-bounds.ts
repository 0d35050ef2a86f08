import { type Bounds, joinBounds, toBounds, toCorners } from './bounds.ts'
import { boundsAround } from './bounds-around.ts'
import type { Corners } from './box-around.ts'
import { midpoint } from './centre.ts'
import { diagonalMeters } from './diagonal.ts'
import { toPolygons, type ZoneShape } from './shape.ts'

/** In degrees; `west` over `east` crosses the antimeridian. A circle extends beyond the box of its corners. Throws RangeError. */
export function shapeBounds(shape: ZoneShape): Bounds {
  if (shape.boundary === 'rectangle') return toBounds([shape.start, shape.end])
  if (shape.boundary === 'circle') {
    return boundsAround(midpoint(shape.start, shape.end), diagonalMeters(shape.start, shape.end) / 2)
  }
  return joinBounds(toPolygons(shape).map(([outer = []]) => toBounds(outer)))
}

/** Returns the two corners that are stored with a zone and shown as its start and end point. Throws RangeError without points. */
export function shapeCorners(shape: ZoneShape): Corners {
  if (shape.boundary === 'rectangle' || shape.boundary === 'circle') {
    return { start: shape.start, end: shape.end }
  }
  return toCorners(shapeBounds(shape))
}

/** Returns the distance between the corners of a shape (`shapeCorners`) in metres. Throws RangeError without points. */
export function shapeDiagonalMeters(shape: ZoneShape): number {
  const { start, end } = shapeCorners(shape)
  return diagonalMeters(start, end)
}
