import { expect, it } from 'vitest'
import { createZoneClock } from './zone-clock.ts'

it('shows times and days as they are in the zone, whatever the device says', () => {
  const clock = createZoneClock('Asia/Kolkata')
  const now = new Date('2026-11-20T20:00:00Z')
  expect(clock.formatClock(new Date('2026-11-20T18:45:00Z'), now)).toBe('00:15')
  expect(clock.formatClock(new Date('2026-11-20T11:45:00Z'), now)).toMatch(/Nov.*17:15/)
  expect(clock.formatAbsolute(now)).toMatch(/01:30:00 GMT\+5:30/)
})
