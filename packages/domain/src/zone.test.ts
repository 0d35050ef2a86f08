import { expect, test } from 'vitest'
import { zoneStatuses, zoneStatusLabel } from './zone.ts'

test('a card says Active, and Suspended for anything else', () => {
  expect(zoneStatuses.map(zoneStatusLabel)).toEqual(['Active', 'Suspended', 'Suspended'])
})
