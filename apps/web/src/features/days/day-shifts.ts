import { t } from '@lingui/core/macro'
import type { DayShift } from '@muster/contract/presence-days.ts'
import { formatList } from '../../lib/format-list.ts'
import { formatMinute } from './day-words.ts'

type Span = { readonly from: number; readonly to: number }

/** Converts planned shifts to the parts of them within a span (ms), first to last. */
export const toShiftSpans = (shifts: readonly DayShift[], { from, to }: Span): Span[] =>
  shifts
    .map(shift => ({ from: Math.max(from, Date.parse(shift.from)), to: Math.min(to, Date.parse(shift.to)) }))
    .filter(shift => shift.to > shift.from)

/** Describes the planned shifts in full, with the times before and after the day: `Planned: 22:00–06:00`; undefined without any. */
export function describeShifts(shifts: readonly DayShift[]): string | undefined {
  if (shifts.length === 0) return undefined
  const times = shifts.map(
    ({ from, to }) => `${formatMinute(Date.parse(from))}–${formatMinute(Date.parse(to))}`,
  )
  const list = formatList([...new Set(times)])
  return t`Planned: ${list}`
}
