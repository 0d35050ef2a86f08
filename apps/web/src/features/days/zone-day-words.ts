import { formatClock } from '../../lib/format-time.ts'
import type { ToldVisit } from './tell-zone-day.ts'

/** `09:41 – 12:10`; with the date where it began or ended on another day, and `now` or what is not known yet while it lasts. */
export function visitWords({ entry, exit }: ToldVisit, day: { from: number; to: number }): string {
  const of = new Date(day.from)
  const began = formatClock(new Date(entry), of)
  if (exit !== null) return `${began} – ${formatClock(new Date(exit), of)}`
  return `${began} – now`
}
