import { describe, expect, test } from 'vitest'
import { zoneShapeOf, zoneStatuses, zoneStatusLabel } from './zone.ts'

const start = { lat: 2, lng: 1 }
const end = { lat: 1, lng: 2 }
const points = [start, end, { lat: 0, lng: 0 }]

describe('the shape of a stored zone', () => {
  test('is its corners as box or circle, whatever points it has', () => {
    expect(zoneShapeOf({ boundary: 'circle', start, end, points })).toEqual({
      boundary: 'circle',
      start,
      end,
    })
    expect(zoneShapeOf({ boundary: 'rectangle', start, end, points: [] })).toEqual({
      boundary: 'rectangle',
      start,
      end,
    })
  })
  test('is its points for a polygon, and the box without three of them', () => {
    expect(zoneShapeOf({ boundary: 'polygon', start, end, points })).toEqual({ boundary: 'polygon', points })
    expect(zoneShapeOf({ boundary: 'polygon', start, end, points: [start, end] })).toEqual({
      boundary: 'rectangle',
      start,
      end,
    })
  })
})

test('a card says Active, and Suspended for anything else', () => {
  expect(zoneStatuses.map(zoneStatusLabel)).toEqual(['Active', 'Suspended', 'Suspended'])
})
