import { describe, expect, it, test } from 'vitest'
import { dayAt, findInstant, lastDuePeriod, nextDueAt, type ReportFrequency } from './report-period.ts'

const berlin = 'Europe/Berlin'
const toInstant = (text: string) => Date.parse(text)
const iso = (instant: number) => new Date(instant).toISOString()

const createSchedule = (frequency: ReportFrequency, timeZone = berlin, startsOn: string | null = null) => ({
  rhythm: frequency,
  startsOn,
  timeZone,
})

describe('hours of a day', () => {
  it.each([
    ['2026-03-28', 6, '2026-03-28T05:00:00.000Z'],
    // The clocks went forward during the night.
    ['2026-03-29', 6, '2026-03-29T04:00:00.000Z'],
    ['2026-10-25', 6, '2026-10-25T05:00:00.000Z'],
    // A repeated time means its first occurrence; a skipped time is counted from midnight.
    ['2026-10-25', 2, '2026-10-25T00:00:00.000Z'],
    ['2026-03-29', 2, '2026-03-29T01:00:00.000Z'],
  ])('%s at %i', (day, hour, expected) => {
    expect(iso(findInstant(day, hour, berlin))).toBe(expected)
  })

  it('handles offsets of half and quarter hours, and the extreme time zones', () => {
    expect(iso(findInstant('2026-11-25', 6, 'Asia/Kolkata'))).toBe('2026-11-25T00:30:00.000Z')
    expect(iso(findInstant('2026-11-25', 6, 'Asia/Kathmandu'))).toBe('2026-11-25T00:15:00.000Z')
    expect(iso(findInstant('2026-11-25', 6, 'Pacific/Kiritimati'))).toBe('2026-11-24T16:00:00.000Z')
    expect(dayAt(toInstant('2026-11-25T11:00:00Z'), 'Pacific/Kiritimati')).toBe('2026-11-26')
    expect(dayAt(toInstant('2026-11-25T08:00:00Z'), 'Pacific/Pago_Pago')).toBe('2026-11-24')
  })
})

test('a week is due on Monday at six, and until then the week before it', () => {
  const weekly = createSchedule('week')
  // Monday 30 March 2026, after the night when clocks went forward: six o'clock is four o'clock UTC.
  expect(lastDuePeriod(weekly, toInstant('2026-03-30T03:59:59Z'))).toEqual({
    from: '2026-03-16',
    to: '2026-03-22',
  })
  expect(lastDuePeriod(weekly, toInstant('2026-03-30T04:00:00Z'))).toEqual({
    from: '2026-03-23',
    to: '2026-03-29',
  })
  expect(iso(nextDueAt(weekly, toInstant('2026-03-30T03:59:59Z')))).toBe('2026-03-30T04:00:00.000Z')
  expect(iso(nextDueAt(weekly, toInstant('2026-03-30T04:00:00Z')))).toBe('2026-04-06T04:00:00.000Z')
  // The clocks went back on 25 October.
  expect(iso(nextDueAt(weekly, toInstant('2026-10-24T12:00:00Z')))).toBe('2026-10-26T05:00:00.000Z')
})

test('fortnights count from the given first day, also backwards', () => {
  const fortnightly = createSchedule('fortnight', 'Asia/Kolkata', '2026-11-11')
  expect(lastDuePeriod(fortnightly, toInstant('2026-11-25T00:29:59Z'))).toEqual({
    from: '2026-10-28',
    to: '2026-11-10',
  })
  expect(lastDuePeriod(fortnightly, toInstant('2026-11-25T00:30:00Z'))).toEqual({
    from: '2026-11-11',
    to: '2026-11-24',
  })
  expect(iso(nextDueAt(fortnightly, toInstant('2026-11-25T00:30:00Z')))).toBe('2026-12-09T00:30:00.000Z')
})

test('a month is a calendar month, including in leap years and at the turn of the year', () => {
  const monthly = createSchedule('month')
  expect(lastDuePeriod(monthly, toInstant('2028-03-01T06:00:00Z'))).toEqual({
    from: '2028-02-01',
    to: '2028-02-29',
  })
  expect(lastDuePeriod(monthly, toInstant('2027-01-01T04:59:00Z'))).toEqual({
    from: '2026-11-01',
    to: '2026-11-30',
  })
  expect(lastDuePeriod(monthly, toInstant('2027-01-01T05:00:00Z'))).toEqual({
    from: '2026-12-01',
    to: '2026-12-31',
  })
  expect(iso(nextDueAt(monthly, toInstant('2026-10-15T00:00:00Z')))).toBe('2026-11-01T05:00:00.000Z')
})

test('after a long server downtime only the last period is due', () => {
  expect(lastDuePeriod(createSchedule('week'), toInstant('2027-06-16T12:00:00Z'))).toEqual({
    from: '2027-06-07',
    to: '2027-06-13',
  })
})

test('the next report is always in the future, and within one interval', () => {
  for (const [frequency, days] of [
    ['week', 7],
    ['fortnight', 14],
    ['month', 31],
  ] as const) {
    const anySchedule = createSchedule(frequency, berlin, frequency === 'fortnight' ? '2026-01-07' : null)
    for (
      let now = toInstant('2026-01-01T00:30:00Z');
      now < toInstant('2027-01-01T00:00:00Z');
      now += 31 * 3_600_000
    ) {
      const aheadMs = nextDueAt(anySchedule, now) - now
      expect(aheadMs).toBeGreaterThan(0)
      expect(aheadMs).toBeLessThanOrEqual(days * 86_400_000 + 3_600_000)
    }
  }
})
