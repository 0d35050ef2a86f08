import { isoDay } from './iso-day.ts'

/** True for a valid calendar day in the format of date fields: `2026-11-20`. */
export function isDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isoDay(toMidnight(value)) === value
}

/** Returns the start and end of the day in the reader's time zone, 23 or 25 hours apart when the clocks change. */
export function toSpan(date: string): { from: string; to: string } {
  return { from: toMidnight(date).toISOString(), to: toMidnight(date, 1).toISOString() }
}

/** Shifts a day by a number of days, which may be negative. */
export const shiftDate = (date: string, days: number) => isoDay(toMidnight(date, days))

function toMidnight(date: string, days = 0): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day + days)
}
