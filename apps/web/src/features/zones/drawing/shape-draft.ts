import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { isLatLng, type LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { PolygonRings, ZoneShape } from '@muster/domain/geo/shape.ts'
import { polygonsOf } from '@muster/domain/geo/shape.ts'
import { limits } from '@muster/domain/limits.ts'
import { fieldNumber, rectangleFormErrors } from '@muster/domain/zone-form.ts'
import { type CoordinateList, emptyList, listOf, pointsOf } from './coordinate-list.ts'
import type { TypedPlace } from './place-fields.tsx'

/** A ring of a polygon: its part, and its index there. 0 is the outline of the part, the others are holes. */
export type RingPlace = { readonly part: number; readonly ring: number }

/** A shape during editing: its kind, two corners, or the rings of its parts, each with its outline first. */
export type ShapeDraft = {
  kind: 'rectangle' | 'circle' | 'polygon'
  start: TypedPlace
  end: TypedPlace
  parts: CoordinateList[][]
  /** The ring that is being added. It joins the others once it is finished and fits. */
  adding?: RingPlace | undefined
  /** Rings that lost one point too many, until they are finished and fit again. */
  reopened?: readonly ReopenedRing[] | undefined
}

/** `was`: the ring before it became open. */
export type ReopenedRing = { readonly place: RingPlace; readonly was: CoordinateList }

const blank: TypedPlace = { lat: '', lng: '' }

export function draftOfShape(shape: ZoneShape | undefined): ShapeDraft {
  const nothing = { start: blank, end: blank, parts: [[emptyList]] }
  if (!shape) return { ...nothing, kind: 'polygon' }
  if (shape.boundary === 'rectangle' || shape.boundary === 'circle') {
    return { ...nothing, kind: shape.boundary, start: shape.start, end: shape.end }
  }
  return { ...nothing, kind: 'polygon', parts: polygonsOf(shape).map(rings => rings.map(listOf)) }
}

export const isFinished = ({ points }: CoordinateList) => points.length >= limits.polygonMinPoints
export const isSameRing = (one: RingPlace | undefined, other: RingPlace | undefined) =>
  one !== undefined && one.part === other?.part && one.ring === other.ring
export const ringAt = ({ parts }: ShapeDraft, { part, ring }: RingPlace) => parts[part]?.[ring]
export const placesIn = ({ parts }: ShapeDraft): RingPlace[] =>
  parts.flatMap((rings, part) => rings.map((_, ring) => ({ part, ring })))

/**
 * The ring being drawn while others exist: the one being added, or one that lost a point too many. Undefined in a draft without a
 * finished ring.
 */
export function openRingOf(draft: ShapeDraft): RingPlace | undefined {
  if (draft.kind !== 'polygon') return undefined
  if (draft.adding && ringAt(draft, draft.adding)) return draft.adding
  return draft.parts.flat().some(isFinished) ? draft.reopened?.[0]?.place : undefined
}

/** The name of a ring, for use in the middle of a sentence. */
export const ringName = ({ part, ring }: RingPlace) =>
  ring === 0 ? `part ${part + 1}` : `the hole inside part ${part + 1}`

/** The message for a finished ring that cannot join the others at its position. */
export const ringRefusal = ({ part, ring }: RingPlace) =>
  ring === 0 ? t`Part ${part + 1} does not fit yet` : t`The hole does not fit yet`

/**
 * The finished rings without the one being drawn: they stay on the map meanwhile. The holes of a part whose outline is being
 * redrawn become outlines of their own.
 */
export function standingShape(draft: ShapeDraft, open?: RingPlace): ZoneShape | undefined {
  return shapeOfPolygons(
    draft.parts.flatMap((rings, part) => {
      const standing = rings.map((list, ring) => isFinished(list) && !isSameRing({ part, ring }, open))
      const points = rings.filter((_, ring) => standing[ring]).map(pointsOf)
      return standing[0] ? [points] : points.map(hole => [hole])
    }),
  )
}

function shapeOfPolygons(polygons: PolygonRings[]): ZoneShape | undefined {
  const [[only, ...holes] = [], ...others] = polygons
  if (!only) return undefined
  return holes.length === 0 && others.length === 0
    ? { boundary: 'polygon', points: only }
    : { boundary: 'multipolygon', polygons }
}

const placeOf = ({ lat, lng }: TypedPlace): LatLng => ({ lat: fieldNumber(lat), lng: fieldNumber(lng) })

/** The shape once complete; undefined while corners or points are missing, or a ring is being added. */
export function shapeOfDraft(draft: ShapeDraft): ZoneShape | undefined {
  const { kind, start, end, parts } = draft
  if (kind !== 'polygon') {
    const corners = { start: placeOf(start), end: placeOf(end) }
    return isLatLng(corners.start) && isLatLng(corners.end) ? { boundary: kind, ...corners } : undefined
  }
  if (openRingOf(draft) || !parts.flat().every(isFinished)) return undefined
  return standingShape(draft)
}

/** True if nothing was drawn or typed. */
export const isBlank = ({ start, end, parts }: ShapeDraft) =>
  parts.flat().every(({ points }) => points.length === 0) &&
  [start.lat, start.lng, end.lat, end.lng].every(value => value === '')

/** The reason why the shape cannot be saved while one of its rings is open. */
export function openRingMessage(draft: ShapeDraft): string | undefined {
  const open = openRingOf(draft)
  return open && t`Finish ${ringName(open)} or cancel it to save.`
}

/** The error message for an invalid or unfinished shape, in the specified words where there are any. */
export function shapeDraftMessage(draft: ShapeDraft): string | undefined {
  const { kind, start, end, parts } = draft
  if (kind !== 'polygon') {
    const corners = { startLat: start.lat, startLng: start.lng, endLat: end.lat, endLng: end.lng }
    const errors = rectangleFormErrors({ name: '-', ...corners })
    return errors.length === 0 ? undefined : errors.map(({ message }) => i18n._(message)).join(', ')
  }
  const rings = parts.flat()
  if (!rings.every(isFinished)) return t`At least 3 coordinates are required to create a zone`
  return rings.some(({ editing }) => editing !== null)
    ? t`Please save or cancel the coordinate you are editing`
    : openRingMessage(draft)
}
