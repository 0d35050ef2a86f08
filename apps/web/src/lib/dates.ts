import { isoDay } from './format-time.ts'

/** Whether it is a day of the calendar, as fields for dates have it: `2026-11-20`. */
export function isDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isoDay(midnight(value)) === value
}

/** When the day begins and ends where the reader is: 23 or 25 hours later when clocks are changed. */
export function spanOf(date: string): { from: string; to: string } {
  return { from: midnight(date).toISOString(), to: midnight(date, 1).toISOString() }
}

/** The day so many days later, or earlier. */
export const shiftDate = (date: string, by: number) => isoDay(midnight(date, by))

function midnight(date: string, later = 0): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day + later)
}
