import { plural, t } from '@lingui/core/macro'
import { language } from './language.ts'

// Always the 24-hour clock: it is shorter, and unambiguous on a site that works at night.
const hourCycle = 'h23'
const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle })
const dayAndClock = new Intl.DateTimeFormat(language, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle,
})
const yearAndClock = new Intl.DateTimeFormat(language, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle,
})
const absolute = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long', hourCycle })
const longDate = new Intl.DateTimeFormat(language, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const shortDate = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' })

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

function sameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString()
}

/** Formats `19 Nov, 09:41`, with the year if it is not the current one: `19 Nov 2025, 09:41`. */
function formatDayAndClock(at: Date, now: Date): string {
  return (at.getFullYear() === now.getFullYear() ? dayAndClock : yearAndClock).format(at)
}

/** Formats `09:41` on the day of `now`, otherwise `19 Nov, 09:41`, with the year if it differs. */
export function formatClock(at: Date, now: Date): string {
  return sameDay(at, now) ? clock.format(at) : formatDayAndClock(at, now)
}

/**
 * Formats `just now`, `2 min ago`, `3 h ago`, and the date from one day on. A time in the future counts as now. `bySeconds`, for
 * values that may be outdated: `28 s ago`.
 */
export function formatAgo(at: Date, now: Date, bySeconds = false): string {
  const age = now.getTime() - at.getTime()
  const seconds = Math.max(0, Math.floor(age / 1000))
  const minutes = Math.floor(age / minute)
  const hours = Math.floor(age / hour)
  if (age < minute) return bySeconds ? t`${plural(seconds, { other: '# s ago' })}` : t`just now`
  if (age < hour) return t`${plural(minutes, { other: '# min ago' })}`
  if (age < day) return t`${plural(hours, { other: '# h ago' })}`
  return formatDayAndClock(at, now)
}

/** Formats a future time: `today, 14:00`, `tomorrow, 08:00`, otherwise `27 Nov, 08:00`. */
export function formatComing(at: Date, now: Date): string {
  const time = clock.format(at)
  if (sameDay(at, now)) return t`today, ${time}`
  const nextDay = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  return sameDay(at, nextDay) ? t`tomorrow, ${time}` : formatDayAndClock(at, now)
}

/** Formats a time unambiguously, with weekday and time zone, for tooltips and screen readers. */
export function formatAbsolute(at: Date): string {
  return absolute.format(at)
}

/** Formats `Friday, 20 November 2026`. */
export function formatLongDate(at: Date): string {
  return longDate.format(at)
}

/** Formats `2026-11-20`: the day in the reader's calendar, in the format of `<time>`. */
export function isoDay(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** Formats `20 Nov 2026`. */
export function formatDate(at: Date): string {
  return shortDate.format(at)
}
