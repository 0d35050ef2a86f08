const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })

/** '2,402': a count, or a figure without its fraction, with the separators of the reader's language. */
export function formatCount(count: number): string {
  return whole.format(count)
}

/** '12 / 50', or '12 / Unlimited' for a zone without a maximum. */
export function formatCapacity(current: number, max: number | null): string {
  return `${formatCount(current)} / ${max === null ? 'Unlimited' : formatCount(max)}`
}
