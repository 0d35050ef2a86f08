import type { Zone } from '@muster/contract/zones.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'

/** A shape as it is sent, in lists of its own: the contract's types may be written to, the domain's may not. */
export function wireShape(shape: ZoneShape): Zone['shape'] {
  if (shape.boundary === 'polygon')
    return { boundary: 'polygon', points: shape.points.map(it => ({ ...it })) }
  if (shape.boundary === 'multipolygon') {
    const polygons = shape.polygons.map(rings => rings.map(points => points.map(it => ({ ...it }))))
    return { boundary: 'multipolygon', polygons }
  }
  return shape
}
