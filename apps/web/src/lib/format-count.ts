import { plural, t } from '@lingui/core/macro'
import type { InsideCount } from '@muster/domain/freshness.ts'
import { limits } from '@muster/domain/limits.ts'
import { language } from './language.ts'

const integerFormat = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })

/** Formats a count, or the whole part of a number, with separators: '2,402'. */
export function formatCount(count: number): string {
  return integerFormat.format(count)
}

const percentFormat = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })

/** Formats a fraction between 0 and 1: '40%'. */
export const formatPercent = (fraction: number): string => percentFormat.format(fraction)

/** Formats '12 / 50', or '12 / Unlimited' for a zone without a maximum. Never wraps at the slash. */
export function formatCapacity(current: number, max: number | null): string {
  return `${formatCount(current)}\u00a0/\u00a0${max === null ? t`Unlimited` : formatCount(max)}`
}

/** Formats '12 not seen for 30 minutes': people without a known exit whose last reading is older than the freshness limit. */
export function formatUnseen(unseen: number): string {
  const minutes = limits.presenceStaleMs / 60_000
  return t`${plural(unseen, { one: '# not seen', other: '# not seen' })} for ${plural(minutes, { one: '# minute', other: '# minutes' })}`
}

/** Formats '47 inside, 12 not seen for 30 minutes'. */
export function formatSplit({ inside, unseen }: InsideCount): string {
  const insideCount = formatCount(Math.max(0, inside - unseen))
  const unseenText = formatUnseen(Math.min(unseen, inside))
  return t`${insideCount} inside, ${unseenText}`
}
