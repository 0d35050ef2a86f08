import { expect, it } from 'vitest'
import { nearestZoneId } from './nearest-zone.ts'

const zones = [
  { id: 'a', center: { lat: 28.6, lng: 77.2 } },
  { id: 'b', center: { lat: 28.7, lng: 77.2 } },
]

it('the nearest zone is the one with the nearest centre, and none without a position', () => {
  expect(nearestZoneId(zones, { lat: 28.69, lng: 77.2 })).toBe('b')
  expect(nearestZoneId(zones, undefined)).toBeUndefined()
  expect(nearestZoneId([], { lat: 0, lng: 0 })).toBeUndefined()
})
