import { describe, expect, it } from 'vitest'
import { addMonths, findDrillDueDay, findDrillStanding } from './drill-calendar.ts'

const at = (instant: string) => Date.parse(instant)

describe('the due date of a drill', () => {
  it('is some months after the last drill', () => {
    const calendar = { everyMonths: 6, since: at('2020-01-01T00:00Z'), lastDrillAt: at('2026-03-10T12:00Z') }
    expect(findDrillDueDay(calendar, 'UTC')).toBe('2026-09-10')
  })

  it('is some months after the calendar was set, before the first drill', () => {
    const calendar = { everyMonths: 1, since: at('2026-12-15T12:00Z'), lastDrillAt: null }
    expect(findDrillDueDay(calendar, 'UTC')).toBe('2027-01-15')
  })

  it('counts from the day on which the drill was in the zone', () => {
    const calendar = { everyMonths: 1, since: 0, lastDrillAt: at('2026-03-10T22:30Z') }
    expect(findDrillDueDay(calendar, 'Asia/Kolkata')).toBe('2026-04-11')
    expect(findDrillDueDay(calendar, 'America/Los_Angeles')).toBe('2026-04-10')
  })

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2026-10-31', 1, '2026-11-30'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-12-31', 24, '2028-12-31'],
  ])('%s and %i months is %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected)
  })
})

describe('a drill', () => {
  it.each([
    ['2026-11-15T23:59Z', 'later'],
    ['2026-11-16T00:00Z', 'due'],
    ['2026-11-30T23:59Z', 'due'],
    ['2026-12-01T00:00Z', 'overdue'],
  ])('at %s is %s', (now, standing) => {
    expect(findDrillStanding('2026-11-30', at(now), 'UTC')).toBe(standing)
  })

  it('is overdue once the day has passed in the zone', () => {
    expect(findDrillStanding('2026-11-30', at('2026-11-30T19:00Z'), 'Asia/Kolkata')).toBe('overdue')
    expect(findDrillStanding('2026-11-30', at('2026-12-01T07:00Z'), 'America/Los_Angeles')).toBe('due')
  })
})
