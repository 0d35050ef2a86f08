import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { expect, it } from 'vitest'
import { findOverlaps, overlapText } from './shape-overlap.ts'

const box = (south: number, west: number, size = 0.01): ZoneShape => ({
  boundary: 'rectangle',
  start: { lat: south, lng: west },
  end: { lat: south + size, lng: west + size },
})
const drawn = box(28.6, 77.2)

it('names each overlapping zone with the share of the drawn shape, the largest first', () => {
  const overlaps = findOverlaps(drawn, [
    { id: 'a', name: 'Yard', shape: box(28.6075, 77.2) },
    { id: 'b', name: 'Gate', shape: box(28.605, 77.2) },
    { id: 'c', name: 'Far', shape: box(28.7, 77.2) },
  ])
  expect(overlaps.map(({ name }) => name)).toEqual(['Gate', 'Yard'])
  expect(overlaps.map(({ share }) => Math.round(share * 100))).toEqual([50, 25])
  expect(overlapText(overlaps)).toBe(
    'Overlaps Gate (about 50% of this shape), Yard (about 25% of this shape).',
  )
})

it('zones that only touch, or a hole that the shape lies in, do not overlap', () => {
  const outline = [
    { lat: 28.5, lng: 77.1 },
    { lat: 28.7, lng: 77.1 },
    { lat: 28.7, lng: 77.3 },
    { lat: 28.5, lng: 77.3 },
  ]
  const hole = [
    { lat: 28.59, lng: 77.19 },
    { lat: 28.62, lng: 77.19 },
    { lat: 28.62, lng: 77.22 },
    { lat: 28.59, lng: 77.22 },
  ]
  const ringRoad: ZoneShape = { boundary: 'multipolygon', polygons: [[outline, hole]] }
  expect(findOverlaps(drawn, [{ id: 'a', name: 'Beside', shape: box(28.61, 77.2) }])).toEqual([])
  expect(findOverlaps(drawn, [{ id: 'b', name: 'Ring road', shape: ringRoad }])).toEqual([])
  expect(overlapText([])).toBeUndefined()
})

it('a circle counts by its area, also across the antimeridian', () => {
  const circle: ZoneShape = {
    boundary: 'circle',
    start: { lat: 0.005, lng: 179.995 },
    end: { lat: -0.005, lng: -179.995 },
  }
  const east = { id: 'e', name: 'East', shape: { ...box(-0.01, -180, 0.02) } as ZoneShape }
  const [overlap] = findOverlaps(circle, [east])
  expect(Math.round((overlap?.share ?? 0) * 10)).toBe(5)
})

it('names three zones and counts the rest', () => {
  const overlaps = ['A', 'B', 'C', 'D', 'E'].map(name => ({ name, share: 0.004 }))
  expect(overlapText(overlaps)).toMatch(
    /^Overlaps A \(less than 1% of this shape\), B .*, C .* and 2 more zones\.$/,
  )
})
