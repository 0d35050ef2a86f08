import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { zoneStatuses, zoneStatusLabel } from './zone.ts'

test('a card shows Active, and Suspended for any other status', () => {
  expect(zoneStatuses.map(status => i18n._(zoneStatusLabel(status)))).toEqual([
    'Active',
    'Suspended',
    'Suspended',
  ])
})
