import { t } from '@lingui/core/macro'
import { can } from '@muster/domain/permission.ts'
import {
  countDays,
  type DaySpan,
  fortnightDays,
  isLastFortnight,
  reportDaysMost,
  shiftDay,
} from '@muster/domain/report-span.ts'
import { isInternalAdmin, type Role } from '@muster/domain/role.ts'

/**
 * The scope of the reports a role may read. `all`: one or all zones, any days. `zone`: the selected zone, any days. `months`: one
 * or all of the person's zones, a month at a time. `mine`: the person's own last fortnight.
 */
export type Reach = 'all' | 'zone' | 'months' | 'mine'

/** Returns the reach of an effective role; undefined if it may not read reports. */
export function reportReach(role: Role): Reach | undefined {
  if (can(role, 'download_reports')) return isInternalAdmin(role) ? 'all' : 'zone'
  if (can(role, 'download_monthly_reports')) return 'months'
  return can(role, 'download_fortnightly_reports') ? 'mine' : undefined
}

const yearAndMonth = (day: string) => day.slice(0, 7)

/** Returns the days of the month that `day` is in, up to today. */
export function wholeMonth(day: string, today: string): DaySpan {
  const from = `${yearAndMonth(day)}-01`
  const next = `${yearAndMonth(shiftDay(from, 31))}-01`
  const last = shiftDay(next, -1)
  return { from, to: last < today ? last : today }
}

export const lastMonth = (today: string): DaySpan =>
  wholeMonth(shiftDay(wholeMonth(today, today).from, -1), today)

export const lastFortnight = (today: string): DaySpan => ({
  from: shiftDay(today, 1 - fortnightDays),
  to: today,
})

export type SpanChoice = { value: string; label: string; span: DaySpan }

/** Returns the default date range: the last seven days. */
export const lastWeek = (today: string): SpanChoice => ({
  value: 'week',
  label: t`Last 7 days`,
  span: { from: shiftDay(today, -6), to: today },
})

/** Returns the date ranges that have names. */
export const namedSpans = (today: string): SpanChoice[] => [
  { value: 'yesterday', label: t`Yesterday`, span: { from: shiftDay(today, -1), to: shiftDay(today, -1) } },
  lastWeek(today),
  { value: 'fortnight', label: t`Last 14 days`, span: lastFortnight(today) },
  { value: 'month', label: t`This month`, span: wholeMonth(today, today) },
  { value: 'last-month', label: t`Last month`, span: lastMonth(today) },
]

/** Returns the first day of each month with stored data, latest first. */
export function storedMonths(today: string, retentionDays: number): string[] {
  const first = wholeMonth(shiftDay(today, -retentionDays), today).from
  const months: string[] = []
  for (let month = wholeMonth(today, today).from; month >= first; ) {
    months.push(month)
    month = wholeMonth(shiftDay(month, -1), today).from
  }
  return months
}

/** Returns the field error for days that are invalid for a report; undefined if they are valid. */
export function spanProblem(span: DaySpan, today: string): string | undefined {
  if (span.to > today) return t`Choose dates up to today`
  const days = countDays(span)
  if (days < 1) return t`The last day is before the first day`
  return days > reportDaysMost ? t`Choose up to ${reportDaysMost} days` : undefined
}

/** Returns the days in the URL if this reach allows them, otherwise the default. */
export function spanFor(reach: Reach, { from, to }: Partial<DaySpan>, today: string): DaySpan {
  if (reach === 'months') return wholeMonth(from && from <= today ? from : today, today)
  const requested = from && to ? { from, to } : undefined
  const fits = requested && !spanProblem(requested, today)
  if (reach === 'mine') return fits && isLastFortnight(requested, today) ? requested : lastFortnight(today)
  return fits ? requested : lastWeek(today).span
}
