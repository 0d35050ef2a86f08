const dayWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The different days among those, in order, each with its word on the axis of a chart. */
export const daysWords = (days: readonly string[]): { value: string; label: string }[] =>
  [...new Set(days)]
    .sort()
    .map(value => ({ value, label: dayWords.format(Date.parse(`${value}T00:00:00Z`)) }))
