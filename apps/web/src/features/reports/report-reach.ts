import { t } from '@lingui/core/macro'
import { can } from '@muster/domain/permission.ts'
import {
  countDays,
  type DaySpan,
  fortnightDays,
  isLastFortnight,
  maxReportDays,
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

const toYearAndMonth = (day: string) => day.slice(0, 7)

/** Returns the days of the month that `day` is in, up to today. */
export function toMonthSpan(day: string, today: string): DaySpan {
  const from = `${toYearAndMonth(day)}-01`
  const nextMonthStart = `${toYearAndMonth(shiftDay(from, 31))}-01`
  const lastDay = shiftDay(nextMonthStart, -1)
  return { from, to: lastDay < today ? lastDay : today }
}

export const lastMonth = (today: string): DaySpan =>
  toMonthSpan(shiftDay(toMonthSpan(today, today).from, -1), today)

export const lastFortnight = (today: string): DaySpan => ({
  from: shiftDay(today, 1 - fortnightDays),
  to: today,
})

export type SpanChoice = { value: string; label: string; span: DaySpan }

export const lastWeek = (today: string): SpanChoice => ({
  value: 'week',
  label: t`Last 7 days`,
  span: { from: shiftDay(today, -6), to: today },
})

export const namedSpans = (today: string): SpanChoice[] => [
  { value: 'yesterday', label: t`Yesterday`, span: { from: shiftDay(today, -1), to: shiftDay(today, -1) } },
  lastWeek(today),
  { value: 'fortnight', label: t`Last 14 days`, span: lastFortnight(today) },
  { value: 'month', label: t`This month`, span: toMonthSpan(today, today) },
  { value: 'last-month', label: t`Last month`, span: lastMonth(today) },
]

/** Returns the first day of each month with stored data, latest first. */
export function storedMonths(today: string, retentionDays: number): string[] {
  const firstMonth = toMonthSpan(shiftDay(today, -retentionDays), today).from
  const months: string[] = []
  for (let month = toMonthSpan(today, today).from; month >= firstMonth; ) {
    months.push(month)
    month = toMonthSpan(shiftDay(month, -1), today).from
  }
  return months
}

/** Returns the field error for days that are invalid for a report; undefined if they are valid. */
export function spanProblem(span: DaySpan, today: string): string | undefined {
  if (span.to > today) return t`Choose dates up to today`
  const days = countDays(span)
  if (days < 1) return t`The last day is before the first day`
  return days > maxReportDays ? t`Choose up to ${maxReportDays} days` : undefined
}

/** The default if this reach does not allow the days in the URL. For `months`, the month of the first day. */
export function spanFor(reach: Reach, { from, to }: Partial<DaySpan>, today: string): DaySpan {
  if (reach === 'months') return toMonthSpan(from && from <= today ? from : today, today)
  const requestedSpan = from && to ? { from, to } : undefined
  const isValid = requestedSpan && !spanProblem(requestedSpan, today)
  if (reach === 'mine')
    return isValid && isLastFortnight(requestedSpan, today) ? requestedSpan : lastFortnight(today)
  return isValid ? requestedSpan : lastWeek(today).span
}
