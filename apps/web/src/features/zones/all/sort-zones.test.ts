import type { ListedZone } from '@muster/contract/zones.ts'
import { expect, it } from 'vitest'
import { sortZones } from './sort-zones.ts'

const aZone = (
  zone: Pick<ListedZone, 'name' | 'currentOccupancy' | 'maxCapacity' | 'createdAt'>,
): ListedZone => ({
  id: zone.name,
  description: null,
  status: 'active',
  parts: null,
  unseenOccupancy: 0,
  updatedAt: zone.createdAt,
  ...zone,
})
const zones = [
  aZone({ name: 'Alpha', currentOccupancy: 5, maxCapacity: null, createdAt: '2026-03-01T00:00:00.000Z' }),
  aZone({ name: 'Bravo', currentOccupancy: 0, maxCapacity: 10, createdAt: '2026-01-01T00:00:00.000Z' }),
  aZone({ name: 'Charlie', currentOccupancy: 8, maxCapacity: 10, createdAt: '2026-02-01T00:00:00.000Z' }),
  aZone({ name: 'Delta', currentOccupancy: 5, maxCapacity: 50, createdAt: '2026-02-01T00:00:00.000Z' }),
]

it.each([
  ['name', 'asc', 'ABCD'],
  ['name', 'desc', 'DCBA'],
  ['inside', 'desc', 'CADB'],
  ['inside', 'asc', 'BADC'],
  ['fullness', 'desc', 'CDBA'],
  ['newest', 'desc', 'ACDB'],
  ['status', 'desc', 'ABCD'],
] as const)('zones are sorted by %s %s, and by name if they are equal', (sort, order, initials) => {
  expect(
    sortZones(zones, { sort, order })
      .map(({ name }) => name.charAt(0))
      .join(''),
  ).toBe(initials)
})
