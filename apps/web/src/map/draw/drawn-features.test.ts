import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { toOutline } from '@muster/domain/geo-json.ts'
import { decide } from '@muster/domain/geofence.ts'
import { expect, it } from 'vitest'
import { toDrawnFeatures, toZoneShape } from './drawn-features.ts'

const toLatLng = (lat: number, lng: number) => ({ lat, lng })
const roundTrip = (shape: ZoneShape) => toZoneShape(toDrawnFeatures(shape))

it('a box survives a round trip through the drawing, even across the antimeridian', () => {
  const shape: ZoneShape = { boundary: 'rectangle', start: toLatLng(1, 179.99), end: toLatLng(0.98, -179.98) }
  expect(roundTrip(shape)).toEqual(shape)
})

it('a polygon with a hole and a second part keeps its rings in place', () => {
  const shape: ZoneShape = {
    boundary: 'multipolygon',
    polygons: [
      [
        [toLatLng(0, 0), toLatLng(0, 0.01), toLatLng(0.01, 0.01), toLatLng(0.01, 0)],
        [toLatLng(0.002, 0.002), toLatLng(0.004, 0.002), toLatLng(0.004, 0.004)],
      ],
      [[toLatLng(0, 0.02), toLatLng(0, 0.03), toLatLng(0.01, 0.03)]],
    ],
  }
  expect(roundTrip(shape)).toEqual(shape)
})

it('a circle keeps its centre and radius, even far north', () => {
  const shape: ZoneShape = { boundary: 'circle', start: toLatLng(69.002, 20.001), end: toLatLng(69, 20.0065) }
  const redrawnShape = roundTrip(shape)
  if (redrawnShape?.boundary !== 'circle') throw new Error('It is no circle any more')
  for (const place of toOutline(redrawnShape)) expect(decide(shape, place).distanceToEdgeM).toBeLessThan(0.05)
})

it('two corners of a polygon are not a shape yet, and the pointer on the last corner is not a corner', () => {
  const createFeature = (ring: [number, number][]) => ({
    type: 'Feature' as const,
    properties: { mode: 'polygon' },
    geometry: { type: 'Polygon' as const, coordinates: [ring] },
  })
  expect(toZoneShape([createFeature([[0, 0], [1, 0], [1, 0], [0, 0]])])).toBeUndefined() // biome-ignore format: a ring
  const redrawnShape = toZoneShape([createFeature([[0, 0], [1, 0], [1, 1], [1, 1], [0, 0]])]) // biome-ignore format: a ring
  expect(redrawnShape).toEqual({
    boundary: 'polygon',
    points: [toLatLng(0, 0), toLatLng(0, 1), toLatLng(1, 1)],
  })
})

it('handles and other marks of the tool are not part of the shape', () => {
  const point = {
    type: 'Feature' as const,
    properties: { mode: 'select' },
    geometry: { type: 'Point' as const, coordinates: [0, 0] },
  }
  expect(toZoneShape([point])).toBeUndefined()
})
