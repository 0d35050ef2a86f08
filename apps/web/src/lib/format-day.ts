import { language } from './language.ts'

const longDateFormat = new Intl.DateTimeFormat(language, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const shortDateFormat = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' })

/** Formats `Friday, 20 November 2026`. */
export function formatLongDate(at: Date): string {
  return longDateFormat.format(at)
}

const dayOfYearFormat = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })

/** Formats `20 Nov`, with the year if it is not the current one. */
export const formatDayShort = (at: Date, now: Date): string =>
  (at.getFullYear() === now.getFullYear() ? dayOfYearFormat : shortDateFormat).format(at)

/** Formats `20 Nov 2026`. */
export function formatDate(at: Date): string {
  return shortDateFormat.format(at)
}
