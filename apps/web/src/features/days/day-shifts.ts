import type { DayShift } from '@muster/contract/presence-days.ts'

type Span = { readonly from: number; readonly to: number }

/** Converts planned shifts to the parts of them within a span (ms), first to last. */
export const toShiftSpans = (shifts: readonly DayShift[], { from, to }: Span): Span[] =>
  shifts
    .map(shift => ({ from: Math.max(from, Date.parse(shift.from)), to: Math.min(to, Date.parse(shift.to)) }))
    .filter(shift => shift.to > shift.from)
