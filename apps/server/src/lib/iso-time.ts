let cachedSecond = Number.NaN
let cachedPrefix = ''

/**
 * Returns the ISO 8601 text of a time in whole milliseconds, exactly as `Date` formats it. Consecutive times are mostly in the same
 * second, so the text of the last second is cached. Throws RangeError for an invalid time.
 */
export function formatIsoTime(ms: number): string {
  const wholeSecond = Math.floor(ms / 1000)
  if (wholeSecond !== cachedSecond) {
    cachedPrefix = new Date(wholeSecond * 1000).toISOString().slice(0, -4)
    cachedSecond = wholeSecond
  }
  const milliseconds = ms - wholeSecond * 1000
  return `${cachedPrefix}${milliseconds < 10 ? '00' : milliseconds < 100 ? '0' : ''}${milliseconds}Z`
}
