import { t } from '@lingui/core/macro'
import { formatCount } from './format-count.ts'

/** `7 h 52 min`, `45 min`, `−20 min`. */
export function formatMinutes(minutes: number): string {
  const sign = minutes < 0 ? '−' : ''
  const all = Math.abs(Math.round(minutes))
  const hours = Math.floor(all / 60)
  const rest = t`${all % 60} min`
  if (hours === 0) return sign + rest
  return all % 60 === 0 ? `${sign}${formatCount(hours)} h` : `${sign}${formatCount(hours)} h ${rest}`
}
