import { i18n, type MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { isLatLng, type LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { PolygonRings, ZoneShape } from '@muster/domain/geo/shape.ts'
import { toPolygons } from '@muster/domain/geo/shape.ts'
import { limits } from '@muster/domain/limits.ts'
import { rectangleFormErrors, toFieldNumber } from '@muster/domain/zone-form.ts'
import { language } from '../../../lib/language.ts'
import { type CoordinateList, emptyList, toCoordinateList, toPoints } from './coordinate-list.ts'
import type { TypedPlace } from './place-fields.tsx'

/** Identifies a ring of a polygon: its part, and its index there. Index 0 is the part's outline, the others are holes. */
export type RingPlace = { readonly part: number; readonly ring: number }

/** A shape while it is edited: its kind, and its two corners or the rings of its parts, with the outline of each part first. */
export type ShapeDraft = {
  kind: 'rectangle' | 'circle' | 'polygon'
  start: TypedPlace
  end: TypedPlace
  parts: CoordinateList[][]
  /** The ring that is being added. It joins the others once it is finished and fits. */
  adding?: RingPlace | undefined
  /** Rings left with too few points, until they are finished and fit again. */
  reopened?: readonly ReopenedRing[] | undefined
}

/** A finished ring that was reopened. `was`: the ring before it was reopened. */
export type ReopenedRing = { readonly place: RingPlace; readonly was: CoordinateList }

const blankPlace: TypedPlace = { lat: '', lng: '' }

export function shapeToDraft(shape: ZoneShape | undefined): ShapeDraft {
  const emptyFields = { start: blankPlace, end: blankPlace, parts: [[emptyList]] }
  if (!shape) return { ...emptyFields, kind: 'polygon' }
  if (shape.boundary === 'rectangle' || shape.boundary === 'circle') {
    return { ...emptyFields, kind: shape.boundary, start: shape.start, end: shape.end }
  }
  return {
    ...emptyFields,
    kind: 'polygon',
    parts: toPolygons(shape).map(rings => rings.map(toCoordinateList)),
  }
}

export const isFinished = ({ points }: CoordinateList) => points.length >= limits.polygonMinPoints
export const isSameRing = (a: RingPlace | undefined, b: RingPlace | undefined) =>
  a !== undefined && a.part === b?.part && a.ring === b.ring
export const ringAt = ({ parts }: ShapeDraft, { part, ring }: RingPlace) => parts[part]?.[ring]
export const toRingPlaces = ({ parts }: ShapeDraft): RingPlace[] =>
  parts.flatMap((rings, part) => rings.map((_, ring) => ({ part, ring })))

/** The ring to finish or cancel before saving: the one being added or, if another is finished, the first that was reopened. */
export function findOpenRing(draft: ShapeDraft): RingPlace | undefined {
  if (draft.kind !== 'polygon') return undefined
  if (draft.adding && ringAt(draft, draft.adding)) return draft.adding
  return draft.parts.flat().some(isFinished) ? draft.reopened?.[0]?.place : undefined
}

/** Returns the name of a ring: 'Part 2', or 'Hole 1 of part 2'. */
export function ringTitle({ part, ring }: RingPlace): string {
  const number = part + 1
  return ring === 0 ? t`Part ${number}` : t`Hole ${ring} of part ${number}`
}

/** Returns the texts for a ring that is being drawn. `refusal`: for a finished ring that does not fit the others. */
export function ringTexts({ part, ring }: RingPlace) {
  const number = part + 1
  return ring === 0
    ? {
        draw: t`Draw part ${number}`,
        type: t`Type the coordinates of part ${number}`,
        cancel: t`Cancel part ${number}`,
        finish: t`Finish part ${number} or cancel it before you save.`,
        refusal: t`Part ${number} doesn’t fit yet`,
      }
    : {
        draw: t`Draw the hole inside part ${number}`,
        type: t`Type the coordinates of the hole inside part ${number}`,
        cancel: t`Cancel the hole inside part ${number}`,
        finish: t`Finish the hole inside part ${number} or cancel it before you save.`,
        refusal: t`The hole doesn’t fit yet`,
      }
}

/** Returns the other rings, for the map on which `openRing` is drawn. If an outline is being redrawn, its holes become outlines of their own. */
export function toFinishedShape(draft: ShapeDraft, openRing?: RingPlace): ZoneShape | undefined {
  return polygonsToShape(
    draft.parts.flatMap((rings, part) => {
      const isIncluded = rings.map((list, ring) => isFinished(list) && !isSameRing({ part, ring }, openRing))
      const points = rings.filter((_, ring) => isIncluded[ring]).map(toPoints)
      return isIncluded[0] ? [points] : points.map(hole => [hole])
    }),
  )
}

function polygonsToShape(polygons: PolygonRings[]): ZoneShape | undefined {
  const [[outline, ...holes] = [], ...otherPolygons] = polygons
  if (!outline) return undefined
  return holes.length === 0 && otherPolygons.length === 0
    ? { boundary: 'polygon', points: outline }
    : { boundary: 'multipolygon', polygons }
}

const toPlace = ({ lat, lng }: TypedPlace): LatLng => ({ lat: toFieldNumber(lat), lng: toFieldNumber(lng) })

/** Returns the shape once it is complete; undefined while corners or points are missing, or a ring is still open. */
export function draftToShape(draft: ShapeDraft): ZoneShape | undefined {
  const { kind, start, end, parts } = draft
  if (kind !== 'polygon') {
    const corners = { start: toPlace(start), end: toPlace(end) }
    return isLatLng(corners.start) && isLatLng(corners.end) ? { boundary: kind, ...corners } : undefined
  }
  if (findOpenRing(draft) || !parts.flat().every(isFinished)) return undefined
  return toFinishedShape(draft)
}

const messageList = new Intl.ListFormat(language, { type: 'unit' })

export const joinMessages = (errors: readonly { message: MessageDescriptor }[]): string | undefined =>
  errors.length === 0 ? undefined : messageList.format(errors.map(({ message }) => i18n._(message)))

/** True if nothing was drawn or typed. */
export const isBlank = ({ start, end, parts }: ShapeDraft) =>
  parts.flat().every(({ points }) => points.length === 0) &&
  [start.lat, start.lng, end.lat, end.lng].every(value => value === '')

export function openRingMessage(draft: ShapeDraft): string | undefined {
  const openRing = findOpenRing(draft)
  return openRing && ringTexts(openRing).finish
}

/** Names invalid corners, unfinished rings and points still being edited, in the specification's wording where it has one. */
export function shapeDraftMessage(draft: ShapeDraft): string | undefined {
  const { kind, start, end, parts } = draft
  if (kind !== 'polygon') {
    const corners = { startLat: start.lat, startLng: start.lng, endLat: end.lat, endLng: end.lng }
    const errors = rectangleFormErrors({ name: '-', ...corners })
    return joinMessages(errors)
  }
  const rings = parts.flat()
  if (!rings.every(isFinished)) return t`At least 3 coordinates are required to create a zone`
  return rings.some(({ editing }) => editing !== null)
    ? t`Please save or cancel the coordinate you are editing`
    : openRingMessage(draft)
}
