import { t } from '@lingui/core/macro'
import { formatCount } from './format-count.ts'
import { language } from './language.ts'

const tenthsFormat = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })

/** Formats a length in metres: '85 m', '1.2 km'. */
export function formatLength(meters: number): string {
  const metres = formatCount(meters)
  if (meters < 1_000) return t`${metres} m`
  const km = meters / 1_000
  const kilometres = km < 10 ? tenthsFormat.format(km) : formatCount(km)
  return t`${kilometres} km`
}
