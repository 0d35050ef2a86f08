import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { expect, it } from 'vitest'
import { beginEdit } from './coordinate-list.ts'
import { draftToShape, shapeDraftMessage, shapeToDraft } from './shape-draft.ts'

const ring = [
  { lat: 1, lng: 1 },
  { lat: 1, lng: 2 },
  { lat: 2, lng: 2 },
]
const corners = { start: { lat: 2, lng: 1 }, end: { lat: 1, lng: 2 } }
const shapes: ZoneShape[] = [
  { boundary: 'rectangle', ...corners },
  { boundary: 'circle', ...corners },
  { boundary: 'polygon', points: ring },
  { boundary: 'multipolygon', polygons: [[ring, ring], [ring]] },
]

it.each(shapes)('a $boundary survives the round trip to a draft and back', shape => {
  expect(draftToShape(shapeToDraft(shape))).toEqual(shape)
  expect(shapeDraftMessage(shapeToDraft(shape))).toBeUndefined()
})

it('names the missing input, and draws nothing until the shape is complete', () => {
  const emptyDraft = shapeToDraft(undefined)
  expect(draftToShape(emptyDraft)).toBeUndefined()
  expect(shapeDraftMessage(emptyDraft)).toBe('At least 3 coordinates are required to create a zone')
  const boxDraft = { ...emptyDraft, kind: 'rectangle' as const, start: { lat: 91, lng: '' } }
  expect(draftToShape(boxDraft)).toBeUndefined()
  expect(shapeDraftMessage(boxDraft)).toBe(
    'Valid start latitude is required, Valid start longitude is required, Valid end latitude is required, Valid end longitude is required',
  )
  const polygonDraft = shapeToDraft({ boundary: 'polygon', points: ring })
  const parts = polygonDraft.parts.map(rings => rings.map(list => beginEdit(list, 1)))
  expect(shapeDraftMessage({ ...polygonDraft, parts })).toBe(
    'Please save or cancel the coordinate you are editing',
  )
})
