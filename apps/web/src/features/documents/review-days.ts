import { isoDay } from '../../lib/iso-day.ts'

/** The intervals that the form offers, in months. Others can be set through the API, and are kept. */
export const reviewIntervals = [1, 3, 6, 12, 24] as const

/** Returns the day `months` later; in a shorter month its last day, as the server counts. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastDate = new Date(year, month - 1 + months + 1, 0).getDate()
  return isoDay(new Date(year, month - 1 + months, Math.min(date, lastDate)))
}

/** Converts a day such as `2026-12-03` to noon of it, for formatting. */
export const toNoon = (day: string) => new Date(`${day}T12:00:00`)
