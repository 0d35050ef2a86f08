import { formatClock } from '../../lib/format-time.ts'
import type { ToldVisit } from './tell-zone-day.ts'

/**
 * `09:41 – 12:10`; with the date where it began or ended on another day, and `now` while it lasts. `isStale`: nobody knows whether
 * it still does.
 */
export function visitWords(
  { entry, exit }: ToldVisit,
  day: { from: number; to: number },
  isStale: boolean,
): string {
  const of = new Date(day.from)
  const began = formatClock(new Date(entry), of)
  if (exit !== null) return `${began} – ${formatClock(new Date(exit), of)}`
  return isStale ? `since ${began}` : `${began} – now`
}
