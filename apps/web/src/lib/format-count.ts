import type { InsideCount } from '@muster/domain/freshness.ts'
import { language } from './language.ts'

const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })

/** '2,402': a count, or a figure without its fraction, with its separators. */
export function formatCount(count: number): string {
  return whole.format(count)
}

/** '12 / 50', or '12 / Unlimited' for a zone without a maximum: in one piece, no line ends at the slash. */
export function formatCapacity(current: number, max: number | null): string {
  return `${formatCount(current)}\u00a0/\u00a0${max === null ? 'Unlimited' : formatCount(max)}`
}

/** '47 seen lately, 12 not': of people inside. */
export function formatSplit({ inside, unseen }: InsideCount): string {
  return `${formatCount(Math.max(0, inside - unseen))} seen lately, ${formatCount(Math.min(unseen, inside))} not`
}
