import type { Zone } from '@muster/contract/zones.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'

/** Converts a shape to wire format. Its lists are copied, because the contract's types are mutable and the domain's are not. */
export function toWireShape(shape: ZoneShape): Zone['shape'] {
  if (shape.boundary === 'polygon')
    return { boundary: 'polygon', points: shape.points.map(it => ({ ...it })) }
  if (shape.boundary === 'multipolygon') {
    const polygons = shape.polygons.map(rings => rings.map(points => points.map(it => ({ ...it }))))
    return { boundary: 'multipolygon', polygons }
  }
  return shape
}
