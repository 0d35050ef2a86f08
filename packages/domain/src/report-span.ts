import { DAY_MS } from './time-units.ts'

/** A span of calendar days, both inclusive, such as `2026-11-01` to `2026-11-30`. */
export type DaySpan = { readonly from: string; readonly to: string }

/** The number of days, including today, within which a person's own report must begin. */
export const fortnightDays = 14
export const maxReportDays = 100

const toNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** Returns the number of days in the span; zero or negative if it ends before it begins. */
export const countDays = ({ from, to }: DaySpan): number => toNumber(to) - toNumber(from) + 1

export const shiftDay = (day: string, days: number): string =>
  new Date((toNumber(day) + days) * DAY_MS).toISOString().slice(0, 10)

export const isWithinMonth = ({ from, to }: DaySpan): boolean => from.slice(0, 7) === to.slice(0, 7)

/** Returns true if the span begins within the fortnight that ends today. */
export const isLastFortnight = ({ from }: DaySpan, today: string): boolean =>
  toNumber(from) > toNumber(today) - fortnightDays

/** Returns the calendar day of an instant (ms) in a time zone. */
export const dayIn = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
