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
  const empty = shapeToDraft(undefined)
  expect(draftToShape(empty)).toBeUndefined()
  expect(shapeDraftMessage(empty)).toBe('At least 3 coordinates are required to create a zone')
  const box = { ...empty, kind: 'rectangle' as const, start: { lat: 91, lng: '' } }
  expect(draftToShape(box)).toBeUndefined()
  expect(shapeDraftMessage(box)).toBe(
    'Valid start latitude is required, Valid start longitude is required, Valid end latitude is required, Valid end longitude is required',
  )
  const drawn = shapeToDraft({ boundary: 'polygon', points: ring })
  const parts = drawn.parts.map(rings => rings.map(list => beginEdit(list, 1)))
  expect(shapeDraftMessage({ ...drawn, parts })).toBe('Please save or cancel the coordinate you are editing')
})
