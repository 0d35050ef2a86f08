import { expect, it } from 'vitest'
import { compareZones, toZoneState } from './zone-state.ts'

it.each([
  ['active', null, 0, 0, 'zone_empty'],
  ['active', null, 9_999, 0, 'zone_open'],
  ['active', null, 12, 12, 'zone_unseen'],
  ['active', 10, 7, 1, 'zone_unseen'],
  ['active', 10, 7, 0, 'zone_open'],
  ['active', 10, 8, 8, 'zone_filling'],
  ['active', 10, 10, 0, 'zone_full'],
  ['active', 10, 11, 11, 'zone_over'],
  ['suspended', 10, 11, 11, 'zone_closed'],
  ['pending', null, 0, 0, 'zone_closed'],
] as const)(
  'a zone that is %s with capacity %s and %i inside, %i of them not seen, is %s',
  (status, maxCapacity, count, unseenOccupancy, state) => {
    expect(toZoneState({ status, maxCapacity, currentOccupancy: count, unseenOccupancy })).toBe(state)
  },
)

it('the zones in view begin with the fullest state, then follow their names', () => {
  const createZone = (name: string, currentOccupancy: number) => ({
    name,
    status: 'active' as const,
    maxCapacity: 10,
    currentOccupancy,
    unseenOccupancy: 0,
  })
  const zones = [createZone('B', 0), createZone('A', 0), createZone('Z', 12), createZone('Y', 10)]
  expect(zones.toSorted(compareZones).map(({ name }) => name)).toEqual(['Z', 'Y', 'A', 'B'])
})
