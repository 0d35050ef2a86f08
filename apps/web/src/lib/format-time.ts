import { plural, t } from '@lingui/core/macro'
import { language } from './language.ts'

// Always the 24-hour clock: it is shorter, and unambiguous on a site that works at night.
const hourCycle = 'h23'
const clockFormat = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle })
const dayAndClockFormat = new Intl.DateTimeFormat(language, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle,
})
const yearAndClockFormat = new Intl.DateTimeFormat(language, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle,
})
const absoluteFormat = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long', hourCycle })

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

function isSameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString()
}

/** Formats `19 Nov, 09:41`, with the year if it is not the current one: `19 Nov 2025, 09:41`. */
function formatDayAndClock(at: Date, now: Date): string {
  return (at.getFullYear() === now.getFullYear() ? dayAndClockFormat : yearAndClockFormat).format(at)
}

/** Formats `09:41` on the day of `now`, otherwise `19 Nov, 09:41`, with the year if it differs. */
export function formatClock(at: Date, now: Date): string {
  return isSameDay(at, now) ? clockFormat.format(at) : formatDayAndClock(at, now)
}

/**
 * Formats `just now`, `2 min ago`, `3 h ago`, and the date and time from one day on. A time in the future counts as now.
 * `withSeconds`: shows `28 s ago` instead of `just now`, for values that may be outdated.
 */
export function formatAgo(at: Date, now: Date, withSeconds = false, clock = deviceClock): string {
  const age = now.getTime() - at.getTime()
  const seconds = Math.max(0, Math.floor(age / 1000))
  const minutes = Math.floor(age / minuteMs)
  const hours = Math.floor(age / hourMs)
  if (age < minuteMs) return withSeconds ? t`${plural(seconds, { other: '# s ago' })}` : t`just now`
  if (age < hourMs) return t`${plural(minutes, { other: '# min ago' })}`
  if (age < dayMs) return t`${plural(hours, { other: '# h ago' })}`
  return clock.formatClock(at, now)
}

/** Formats a future time: `today, 14:00`, `tomorrow, 08:00`, otherwise `27 Nov, 08:00`. */
export function formatUpcoming(at: Date, now: Date): string {
  const time = clockFormat.format(at)
  if (isSameDay(at, now)) return t`today, ${time}`
  const nextDay = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  return isSameDay(at, nextDay) ? t`tomorrow, ${time}` : formatDayAndClock(at, now)
}

/** Formats a time unambiguously, with weekday and time zone, for tooltips and screen readers. */
export function formatAbsolute(at: Date): string {
  return absoluteFormat.format(at)
}

/** Formats moments by the clock of some place. */
export type WallClock = {
  /** The IANA time zone of that place; undefined for this device. */
  timeZone?: string
  formatClock: (at: Date, now: Date) => string
  formatAbsolute: (at: Date) => string
}
export const deviceClock: WallClock = { formatClock, formatAbsolute }
