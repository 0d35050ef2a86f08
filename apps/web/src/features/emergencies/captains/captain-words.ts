import { t } from '@lingui/core/macro'
import type { SweepState } from '@muster/domain/par.ts'

export const sweepLabels: Readonly<Record<SweepState, string>> = {
  open: t`Not checked yet`,
  clear: t`Clear`,
  not_reached: t`Not reached`,
}

/** The text on a person who needs something to leave. */
export const needsLabel = t`Help needed to leave:`

/** Formats a duration as minutes and seconds, such as 12:05; the hours are minutes too. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.floor(Math.abs(ms) / 1000))
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}
