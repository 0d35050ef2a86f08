import { plural, t } from '@lingui/core/macro'
import { language } from './language.ts'

const units = ['kB', 'MB', 'GB', 'TB'] as const

/** Formats a size: `46 bytes`, `640 kB`, `12.4 GB`. Uses powers of a thousand, like disk sizes. */
export function formatBytes(bytes: number): string {
  if (bytes > 0 && bytes < 1_000) return t`${plural(bytes, { one: '# byte', other: '# bytes' })}`
  let value = bytes / 1_000
  let unitIndex = 0
  while (value >= 999.5 && unitIndex < units.length - 1) {
    value /= 1_000
    unitIndex++
  }
  const digits = value < 99.95 && unitIndex > 0 ? 1 : 0
  return `${value.toLocaleString(language, { maximumFractionDigits: digits })} ${units[unitIndex]}`
}
