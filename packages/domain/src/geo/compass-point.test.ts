import { expect, test } from 'vitest'
import { compassPoint } from './compass-point.ts'

const yard = { lat: 28.6139, lng: 77.209 }

test.each([
  ['north', 0.001, 0],
  ['north_east', 0.001, 0.001],
  ['east', 0, 0.001],
  ['south_east', -0.001, 0.001],
  ['south', -0.001, 0],
  ['south_west', -0.001, -0.001],
  ['west', 0, -0.001],
  ['north_west', 0.001, -0.001],
  // 20° off north still counts as north, 25° as north-east.
  ['north', 0.001, 0.0004],
  ['north_east', 0.001, 0.00055],
] as const)('%s is found', (expected, lat, lng) => {
  expect(compassPoint(yard, { lat: yard.lat + lat, lng: yard.lng + lng })).toBe(expected)
})

test('the direction is right across the antimeridian', () => {
  expect(compassPoint({ lat: 0, lng: 179.999 }, { lat: 0, lng: -179.999 })).toBe('east')
})
