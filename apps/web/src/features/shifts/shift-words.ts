import { t } from '@lingui/core/macro'
import type { Holiday, ShiftPlan } from '@muster/contract/shifts.ts'
import { toLocalTime } from '@muster/domain/local-time.ts'
import { formatDate } from '../../lib/format-day.ts'
import { language } from '../../lib/language.ts'

/** A Monday, from which the weekday names are formatted. */
const firstMonday = new Date(2026, 0, 5)
const weekdayName = (weekday: number, form: 'short' | 'long') =>
  new Intl.DateTimeFormat(language, { weekday: form }).format(
    new Date(firstMonday.getFullYear(), firstMonday.getMonth(), firstMonday.getDate() + weekday - 1),
  )
/** The weekdays Monday to Sunday, as 1 to 7. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7].map(value => ({
  value,
  short: weekdayName(value, 'short'),
  long: weekdayName(value, 'long'),
}))
const listFormat = new Intl.ListFormat(language, { type: 'unit' })
const getShortName = (weekday: number) => weekdays[weekday - 1]?.short ?? ''

/** Formats weekdays: `Mon–Fri`, `Mon, Wed, Fri`, `Every day`; two consecutive days are `Sat, Sun`. */
export function daysText(days: readonly number[]): string {
  if (days.length === 7) return t`Every day`
  const runs: number[][] = []
  for (const day of [...days].sort()) {
    const run = runs.at(-1)
    if (run?.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  return listFormat.format(
    runs.flatMap(run =>
      run.length > 2
        ? [`${getShortName(run[0] ?? 1)}–${getShortName(run.at(-1) ?? 1)}`]
        : run.map(getShortName),
    ),
  )
}

/** Formats a plan: `Mon–Fri 08:00–17:00, 10 min grace`. */
export function planText({
  days,
  starts,
  ends,
  graceMinutes,
}: Pick<ShiftPlan, 'days' | 'starts' | 'ends' | 'graceMinutes'>) {
  const weekdays = daysText(days)
  return listFormat.format([
    ends <= starts ? t`${weekdays} ${starts}–${ends} (next day)` : `${weekdays} ${starts}–${ends}`,
    graceMinutes === 0 ? t`no grace period` : t`${graceMinutes} min grace`,
  ])
}

/** Shown instead of the name of a group that the reader cannot see. */
export const unknownGroup = t`A group you can’t see`

/** Formats a calendar day as `25 Dec 2026`, regardless of the reader's time zone. */
export function dayText(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return formatDate(new Date(year, month - 1, date))
}

/** Formats the first and last day of a plan: `From 1 Jan 2026`, `1 Jan 2026 to 31 Dec 2026`, `1 Jan 2025 to 31 Dec 2025, ended`. */
export function validityText(
  { validFrom, validUntil }: Pick<ShiftPlan, 'validFrom' | 'validUntil'>,
  today: string,
): string {
  const first = dayText(validFrom)
  if (validUntil === null) return t`From ${first}`
  const last = dayText(validUntil)
  return validUntil < today ? t`${first} to ${last}, ended` : t`${first} to ${last}`
}

/** Formats an instant in a time zone: `08:05`, or `26 Nov 2026, 06:00` on a day other than `day`. */
export function clockText(instant: string, timeZone: string, day: string): string {
  const localTime = toLocalTime(Date.parse(instant), timeZone)
  return localTime.day === day ? localTime.time : `${dayText(localTime.day)}, ${localTime.time}`
}

/** As pasted from a calendar: `2026-12-25 Christmas` or `25.12.2026; Christmas`. `wrong`: the invalid lines, from 1. */
export function parseHolidays(text: string): { holidays: Holiday[]; wrong: number[] } {
  const holidays: Holiday[] = []
  const wrongLines: number[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const [, date = '', name = ''] = /^\s*([\d.-]+)[\s;,:]+(.+?)\s*$/.exec(line) ?? []
    const day = toIsoDate(date)
    if (day && name.length <= 80) holidays.push({ day, name })
    else wrongLines.push(index + 1)
  }
  return { holidays, wrong: wrongLines }
}

function toIsoDate(date: string): string | undefined {
  const [, dayPart, monthPart, yearPart] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(date) ?? []
  const iso = yearPart ? `${yearPart}-${monthPart?.padStart(2, '0')}-${dayPart?.padStart(2, '0')}` : date
  const at = Date.parse(`${iso}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(iso) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(iso)
    ? iso
    : undefined
}
