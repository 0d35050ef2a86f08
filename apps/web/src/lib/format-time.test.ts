import { afterEach, expect, it, vi } from 'vitest'
import { formatAgo, formatClock, formatUpcoming } from './format-time.ts'
import { isoDay } from './iso-day.ts'

const now = new Date(2026, 10, 20, 14, 30)
afterEach(() => void vi.unstubAllEnvs())

const minutesBefore = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

it('times within the last day are relative; older ones show the date', () => {
  expect(formatAgo(minutesBefore(0.5), now)).toBe('just now')
  expect(formatAgo(minutesBefore(2), now)).toBe('2 min ago')
  expect(formatAgo(minutesBefore(59.9), now)).toBe('59 min ago')
  expect(formatAgo(minutesBefore(150), now)).toBe('2 h ago')
  expect(formatAgo(minutesBefore(26 * 60), now)).toMatch(/19/)
})

it('times that may be outdated include seconds', () => {
  expect(formatAgo(minutesBefore(0.47), now, true)).toBe('28 s ago')
  expect(formatAgo(minutesBefore(-3), now, true)).toBe('0 s ago')
  expect(formatAgo(minutesBefore(2), now, true)).toBe('2 min ago')
})

it('a date includes the year only if it is not the current year', () => {
  for (const format of [formatAgo, formatClock, formatUpcoming]) {
    expect(format(new Date(2025, 10, 20, 14, 0), now)).toMatch(/2025/)
    expect(format(new Date(2026, 10, 12, 14, 0), now)).not.toMatch(/2026/)
  }
})

it('a time in the future counts as now', () => {
  expect(formatAgo(minutesBefore(-3), now)).toBe('just now')
})

it('times use the 24-hour clock, and include the date if it is another day', () => {
  expect(formatClock(minutesBefore(60), now)).toBe('13:30')
  expect(formatClock(minutesBefore(24 * 60), now)).toMatch(/19.*14:30/)
})

it.each([
  ['Asia/Kolkata', '2026-01-01'],
  ['UTC', '2025-12-31'],
  ['America/Los_Angeles', '2025-12-31'],
])('the day is that of the calendar in %s', (zone, day) => {
  vi.stubEnv('TZ', zone)
  expect(isoDay(new Date('2025-12-31T20:00:00Z'))).toBe(day)
})
