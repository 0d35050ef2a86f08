import { t } from '@lingui/core/macro'
import { formatCount } from './format-count.ts'

/** Formats minutes: `7 h 52 min`, `45 min`, `−20 min`. */
export function formatMinutes(minutes: number): string {
  const sign = minutes < 0 ? '−' : ''
  const totalMinutes = Math.abs(Math.round(minutes))
  const hours = formatCount(Math.floor(totalMinutes / 60))
  const rest = totalMinutes % 60
  if (totalMinutes < 60) return sign + t`${rest} min`
  return sign + (rest === 0 ? t`${hours} h` : t`${hours} h ${rest} min`)
}
