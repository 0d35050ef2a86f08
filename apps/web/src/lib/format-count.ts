import { plural, t } from '@lingui/core/macro'
import type { InsideCount } from '@muster/domain/freshness.ts'
import { limits } from '@muster/domain/limits.ts'
import { language } from './language.ts'

const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })

/** '2,402': a count, or a number without its fraction, with separators. */
export function formatCount(count: number): string {
  return whole.format(count)
}

const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })

/** '40%', from a part of 1. */
export const formatPercent = (part: number): string => percent.format(part)

/** '12 / 50', or '12 / Unlimited' for a zone without a maximum. Never wraps at the slash. */
export function formatCapacity(current: number, max: number | null): string {
  return `${formatCount(current)}\u00a0/\u00a0${max === null ? t`Unlimited` : formatCount(max)}`
}

/** '12 not seen for 30 minutes': people without a known exit, past the freshness limit. */
export function formatUnseen(unseen: number): string {
  const minutes = limits.presenceStaleMs / 60_000
  return t`${plural(unseen, { one: '# not seen', other: '# not seen' })} for ${plural(minutes, { one: '# minute', other: '# minutes' })}`
}

/** '47 inside, 12 not seen for 30 minutes'. */
export function formatSplit({ inside, unseen }: InsideCount): string {
  const insideCount = formatCount(Math.max(0, inside - unseen))
  const unseenText = formatUnseen(Math.min(unseen, inside))
  return t`${insideCount} inside, ${unseenText}`
}
