import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { expect, it } from 'vitest'
import { shapeLoss } from './shape-loss.ts'

const toBox = (lat: number, lng: number, side: number) => [
  { lat, lng },
  { lat, lng: lng + side },
  { lat: lat + side, lng: lng + side },
  { lat: lat + side, lng },
]
const outerRing = toBox(0, 0, 0.01)
const holes = [toBox(0.001, 0.001, 0.001), toBox(0.004, 0.004, 0.001)]
const secondOuterRing = toBox(0, 0.02, 0.005)
const fullShape: ZoneShape = {
  boundary: 'multipolygon',
  polygons: [[outerRing, ...holes], [secondOuterRing]],
}
const toPolygon = (points = outerRing): ZoneShape => ({ boundary: 'polygon', points })

it('reports the lost area and the lost rings', () => {
  expect(shapeLoss(fullShape, toPolygon(toBox(0, 0, 0.002)))).toBe(
    'The area changes from 152 ha to 4.9 ha. 1 part and 2 holes will be removed.',
  )
  expect(shapeLoss(fullShape, { boundary: 'multipolygon', polygons: [[outerRing, ...holes]] })).toBe(
    'The area changes from 152 ha to 121 ha. 1 part will be removed.',
  )
  expect(shapeLoss(fullShape, { boundary: 'multipolygon', polygons: [[outerRing], [secondOuterRing]] })).toBe(
    'The area changes from 152 ha to 155 ha. 2 holes will be removed.',
  )
})

it('reports a loss of more than half the area, even without a lost ring, and for boxes and circles', () => {
  const wideRectangle = {
    boundary: 'rectangle',
    start: { lat: 0.01, lng: 0 },
    end: { lat: 0, lng: 0.01 },
  } as const
  const narrowRectangle = { ...wideRectangle, end: { lat: 0, lng: 0.0049 } }
  expect(shapeLoss(wideRectangle, narrowRectangle)).toBe('The area changes from 124 ha to 60.6 ha.')
  expect(shapeLoss(wideRectangle, { ...wideRectangle, end: { lat: 0, lng: 0.0051 } })).toBeUndefined()
})

it('reports nothing for a shape that grows', () => {
  expect(shapeLoss(toPolygon(), fullShape)).toBeUndefined()
  expect(shapeLoss(fullShape, fullShape)).toBeUndefined()
})
