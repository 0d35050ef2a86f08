import { dayIn, shiftDay } from '@muster/domain/report-span.ts'
import type { Heading } from './build-document.ts'

const dayWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Days in order, each with its word on the axis of a chart. */
export const daysWords = (days: readonly string[]): { value: string; label: string }[] =>
  days.map(value => ({ value, label: dayWords.format(Date.parse(`${value}T00:00:00Z`)) }))

/**
 * Every day of the report up to today, whether it has rows or not: a day left out of an axis makes a false trend. `onlyKept`: visits of
 * days before the retention are gone, which is not the same as nobody coming, so the axis begins with the first day that is kept.
 */
export function daysOnAxis(
  { scope, timeZone, now }: Pick<Heading, 'scope' | 'timeZone' | 'now'>,
  rows: readonly { readonly day: string }[],
  { onlyKept }: { onlyKept: boolean },
): string[] {
  const days = rows.map(({ day }) => day).sort()
  const today = dayIn(timeZone, now.getTime())
  const kept = onlyKept ? dayIn(timeZone, scope.keptSince.getTime()) : scope.from
  // Zones of other calendars may be a day ahead, or have kept one more.
  const begin = latest(scope.from, kept)
  const first = earliest(begin, days[0] ?? begin)
  const end = earliest(scope.to, today)
  const last = latest(end, days.at(-1) ?? end)
  const axis: string[] = []
  for (let day = first; day <= last; day = shiftDay(day, 1)) axis.push(day)
  return axis
}

const earliest = (one: string, other: string) => (one < other ? one : other)
const latest = (one: string, other: string) => (one > other ? one : other)
