import { t } from '@lingui/core/macro'
import type { ColumnKind, ReportCell } from '@muster/contract/report-document.ts'
import type { Report } from '@muster/contract/reports.ts'
import { formatCount } from '../../lib/format-count.ts'
import { formatMinutes } from '../../lib/format-minutes.ts'
import { language } from '../../lib/language.ts'

type Formats = Record<'time' | 'moment' | 'date' | 'isoDay', Intl.DateTimeFormat>
const formatsByTimeZone = new Map<string, Formats>()
const listFormat = new Intl.ListFormat(language, { type: 'unit' })

// Cached, because creating a format takes longer than formatting thousands of values.
function getFormats(timeZone: string): Formats {
  const cachedFormats = formatsByTimeZone.get(timeZone)
  if (cachedFormats) return cachedFormats
  const timeOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
  const formats = {
    time: new Intl.DateTimeFormat(language, timeOptions),
    moment: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', ...timeOptions }),
    date: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone }),
    isoDay: new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }),
  }
  formatsByTimeZone.set(timeZone, formats)
  return formats
}

const dayFormat = new Intl.DateTimeFormat(language, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const monthFormat = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const toMidnight = (day: string) => new Date(`${day}T00:00:00Z`)

/** Formats a calendar day as `Sun, 29 Mar 2026`, regardless of the reader's time zone. */
export const formatDay = (day: string): string => dayFormat.format(toMidnight(day))
/** Formats the month of a day: `March 2026`. */
export const formatMonth = (day: string): string => monthFormat.format(toMidnight(day))
/** Formats the day of an instant in a time zone: `29 Mar 2026`. */
export const formatDateIn = (timeZone: string, at: string): string =>
  getFormats(timeZone).date.format(new Date(at))
/** Formats an instant in a time zone: `29 Mar, 14:05`. */
export const formatMomentIn = (timeZone: string, at: string): string =>
  getFormats(timeZone).moment.format(new Date(at))

/** `08:17–16:40, 7 h 11 min`, or a note if the person was not inside, is still inside or was no longer seen. */
export function formatMeasuredDay(
  { firstIn, lastOut, unseenSince, insideMinutes }: NonNullable<Report['refs'][number]['measured']>,
  timeZone: string,
  day: string | undefined,
): string {
  if (!firstIn) return t`Not inside`
  const formatTime = (at: string) => formatCell(at, 'time', timeZone, day)
  const start = formatTime(firstIn)
  const duration = formatMinutes(insideMinutes)
  if (lastOut) return listFormat.format([`${start}–${formatTime(lastOut)}`, duration])
  if (!unseenSince) return t`${start}–still inside, ${duration}`
  const lastSeen = formatTime(unseenSince)
  return t`${start}–not seen since ${lastSeen}, ${duration}`
}

/** Formats a time as `21:17` or, on a day before or after `day`, with its date: `from 24 Nov, 21:17` or `26 Nov, 06:02`. */
function formatRowTime(at: string, timeZone: string, day: string | undefined): string {
  const { time, moment, isoDay } = getFormats(timeZone)
  const instant = new Date(at)
  const localDay = isoDay.format(instant)
  if (day === undefined || localDay === day) return time.format(instant)
  const start = moment.format(instant)
  return localDay < day ? t`from ${start}` : start
}

/** Empty for a missing value. `day`: the day of the row, so that a time on another day shows its date. */
export function formatCell(
  cell: ReportCell | undefined,
  kind: ColumnKind,
  timeZone: string,
  day?: string,
): string {
  if (cell === null || cell === undefined || cell === '') return ''
  if (typeof cell === 'number') return kind === 'minutes' ? formatMinutes(cell) : formatCount(cell)
  if (kind === 'day') return formatDay(cell)
  if (kind === 'time') return formatRowTime(cell, timeZone, day)
  return kind === 'moment' ? formatMomentIn(timeZone, cell) : cell
}

/** Joins the texts of several cells into one line. */
export const joinTexts = (texts: readonly string[]): string => listFormat.format(texts)

/** True for columns of numbers, which are right-aligned so that their digits line up. */
export const isNumericKind = (kind: ColumnKind): boolean => kind === 'count' || kind === 'minutes'
