import { boundsContain, longitudeSpan } from '@muster/domain/geo/bounds.ts'
import { boxAround } from '@muster/domain/geo/box-around.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { expect, it } from 'vitest'
import { computeView, isVisibleIn } from './map-view.ts'
import type { MapContent } from './surface.ts'

const emptyContent: MapContent = { areas: [], people: [], marks: [] }
const createBox = (lat: number, lng: number): ZoneShape => ({
  boundary: 'rectangle',
  ...boxAround({ lat, lng }),
})

it('an area is in view, but areas drawn only for orientation need not be', () => {
  const areas = [
    { id: 'a', shape: createBox(28.61, 77.21) },
    { id: 'b', shape: createBox(10, 10), quiet: true },
  ]
  const view = computeView({ ...emptyContent, areas })
  expect(view.south).toBeCloseTo(28.609, 6)
  expect(view.east).toBeCloseTo(77.211, 6)
})

it('the viewer is in view if they are near, but not if they are in another town', () => {
  const areas = [{ id: 'a', shape: createBox(28.61, 77.21) }]
  const nearbyPlace = { lat: 28.62, lng: 77.22 }
  expect(boundsContain(computeView({ ...emptyContent, areas, me: nearbyPlace }), nearbyPlace)).toBe(true)
  const farPlace = { lat: 28.9, lng: 77.22 }
  expect(computeView({ ...emptyContent, areas, me: farPlace })).toEqual(
    computeView({ ...emptyContent, areas }),
  )
})

it('areas on both sides of the antimeridian share one narrow view', () => {
  const areas = [
    { id: 'a', shape: createBox(0, 179.9) },
    { id: 'b', shape: createBox(0, -179.9) },
  ]
  expect(longitudeSpan(computeView({ ...emptyContent, areas }))).toBeLessThan(1)
})

it('empty content shows the default centre, never the world', () => {
  const view = computeView(emptyContent)
  expect(boundsContain(view, { lat: 28.61, lng: 77.21 })).toBe(true)
  expect(longitudeSpan(view)).toBeLessThan(0.2)
})

it('an object is visible in a view that contains part of it, unless it is only a speck there', () => {
  const view = { south: 28, north: 29, west: 77, east: 78 }
  const createBounds = (degrees: number) => ({
    south: 28.5,
    north: 28.5 + degrees,
    west: 77.5,
    east: 77.5 + degrees,
  })
  expect(isVisibleIn(view, createBounds(0.05))).toBe(true)
  expect(isVisibleIn(view, createBounds(0.005))).toBe(false)
  expect(isVisibleIn(view, { ...createBounds(0.05), west: 77.98, east: 78.1 })).toBe(true)
  expect(isVisibleIn(view, { ...createBounds(0.05), west: 78.1, east: 78.2 })).toBe(false)
})
