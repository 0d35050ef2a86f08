import { expect, test } from 'vitest'
import { zoneStatuses, zoneStatusLabel } from './zone.ts'

test('a card shows Active, and Suspended for any other status', () => {
  expect(zoneStatuses.map(zoneStatusLabel)).toEqual(['Active', 'Suspended', 'Suspended'])
})
