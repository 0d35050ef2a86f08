import { dayIn, shiftDay } from '@muster/domain/report-span.ts'
import { localShortDay } from '../../lib/texts/local-day.ts'
import type { BarLabel, Heading } from './build-document.ts'

/** Labels the days for a chart axis, in order. */
export const labelDays = (days: readonly string[]): BarLabel[] =>
  days.map(value => ({ value, label: localShortDay(value) }))

/**
 * Every day up to today, because a missing one would show a false trend. `onlyKept` begins with the first stored day: earlier visits
 * are deleted, so empty days would mislead.
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
