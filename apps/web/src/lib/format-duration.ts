import { plural, t } from '@lingui/core/macro'
import { formatCount } from './format-count.ts'

/** 'less than a minute', '42 minutes', '2 h 5 min', '3 h'. Fractions are cut off, and negative durations count as 0. */
export function formatDuration(minutes: number): string {
  const count = Math.max(0, Math.floor(minutes))
  if (count === 0) return t`less than a minute`
  if (count < 60) return t`${plural(count, { one: '# minute', other: '# minutes' })}`
  const hours = formatCount(Math.floor(count / 60))
  const rest = count % 60
  return rest === 0 ? t`${hours} h` : t`${hours} h ${rest} min`
}
