import { dayIn, shiftDay } from '@muster/domain/report-span.ts'
import { localShortDay } from '../../lib/texts/local-day.ts'
import type { BarLabel, Heading } from './build-document.ts'

/** Labels the days for a chart axis, in order. */
export const labelDays = (days: readonly string[]): BarLabel[] =>
  days.map(value => ({ value, label: localShortDay(value) }))

/**
 * Lists the days of a chart's axis: every day of the report up to today, with or without rows, because a missing day would show a
 * false trend. With `onlyKept` the axis begins with the first stored day: earlier visits have been deleted, so empty days there
 * would not mean that nobody came.
 */
export function listAxisDays(
  { scope, timeZone, now }: Pick<Heading, 'scope' | 'timeZone' | 'now'>,
  rows: readonly { readonly day: string }[],
  { onlyKept }: { onlyKept: boolean },
): string[] {
  const days = rows.map(({ day }) => day).sort()
  const today = dayIn(timeZone, now.getTime())
  const firstDay = onlyKept ? dayIn(timeZone, scope.keptSince.getTime()) : scope.from
  // Zones in other time zones may be a day ahead, or have one more day stored.
  const rangeStart = latest(scope.from, firstDay)
  const firstAxisDay = earliest(rangeStart, days[0] ?? rangeStart)
  const rangeEnd = earliest(scope.to, today)
  const lastAxisDay = latest(rangeEnd, days.at(-1) ?? rangeEnd)
  const axisDays: string[] = []
  for (let day = firstAxisDay; day <= lastAxisDay; day = shiftDay(day, 1)) axisDays.push(day)
  return axisDays
}

const earliest = (a: string, b: string) => (a < b ? a : b)
const latest = (a: string, b: string) => (a > b ? a : b)
