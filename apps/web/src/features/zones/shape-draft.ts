import { isLatLng, type LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { polygonsOf } from '@muster/domain/geo/shape.ts'
import { limits } from '@muster/domain/limits.ts'
import { fieldNumber, rectangleFormErrors } from '@muster/domain/zone-form.ts'
import { type CoordinateList, emptyList, listOf, pointsOf } from './coordinate-list.ts'
import type { TypedPlace } from './place-fields.tsx'

/** A shape while somebody works on it: its kind, two corners, or the rings of its parts, the outer one of each first. */
export type ShapeDraft = {
  kind: 'rectangle' | 'circle' | 'polygon'
  start: TypedPlace
  end: TypedPlace
  parts: CoordinateList[][]
}

const blank: TypedPlace = { lat: '', lng: '' }

export function draftOfShape(shape: ZoneShape | undefined): ShapeDraft {
  const nothing = { start: blank, end: blank, parts: [[emptyList]] }
  if (!shape) return { ...nothing, kind: 'polygon' }
  if (shape.boundary === 'rectangle' || shape.boundary === 'circle') {
    return { ...nothing, kind: shape.boundary, start: shape.start, end: shape.end }
  }
  return { ...nothing, kind: 'polygon', parts: polygonsOf(shape).map(rings => rings.map(listOf)) }
}

const placeOf = ({ lat, lng }: TypedPlace): LatLng => ({ lat: fieldNumber(lat), lng: fieldNumber(lng) })

/** The shape as far as it can be drawn; undefined while corners or points are missing. */
export function shapeOfDraft({ kind, start, end, parts }: ShapeDraft): ZoneShape | undefined {
  if (kind !== 'polygon') {
    const corners = { start: placeOf(start), end: placeOf(end) }
    return isLatLng(corners.start) && isLatLng(corners.end) ? { boundary: kind, ...corners } : undefined
  }
  const polygons = parts.map(rings => rings.map(pointsOf))
  if (polygons.flat().some(ring => ring.length < limits.polygonMinPoints)) return undefined
  const [[only, ...holes] = [], ...others] = polygons
  return only && holes.length === 0 && others.length === 0
    ? { boundary: 'polygon', points: only }
    : { boundary: 'multipolygon', polygons }
}

/** What stands in the way of the shape itself, in the specification's words. */
export function shapeDraftMessage({ kind, start, end, parts }: ShapeDraft): string | undefined {
  if (kind !== 'polygon') {
    const corners = { startLat: start.lat, startLng: start.lng, endLat: end.lat, endLng: end.lng }
    const errors = rectangleFormErrors({ name: '-', ...corners })
    return errors.length === 0 ? undefined : errors.map(({ message }) => message).join(', ')
  }
  const rings = parts.flat()
  if (rings.some(({ points }) => points.length < limits.polygonMinPoints)) {
    return 'At least 3 coordinates are required to create a zone'
  }
  return rings.some(({ editing }) => editing !== null)
    ? 'Please save or cancel the coordinate you are editing'
    : undefined
}
