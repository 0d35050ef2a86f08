import { expect, test } from 'vitest'
import { isLatLng } from './lat-lng.ts'

test.each([
  { lat: 0, lng: 0 },
  { lat: 90, lng: 180 },
  { lat: -90, lng: -180 },
  { lat: 28.61, lng: 77.21, accuracy: 5 },
])('%j is a valid position', value => {
  expect(isLatLng(value)).toBe(true)
})

test.each([
  { lat: 90.000001, lng: 0 },
  { lat: 0, lng: -180.000001 },
  { lat: Number.NaN, lng: 0 },
  { lat: 0, lng: Number.POSITIVE_INFINITY },
  { lat: '1', lng: 0 },
  { lat: 1 },
  {},
  [1, 2],
  null,
  undefined,
  'x',
])('%j is not a valid position', value => {
  expect(isLatLng(value)).toBe(false)
})
