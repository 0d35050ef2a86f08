let second = Number.NaN
let head = ''

/**
 * Returns the ISO 8601 text of a time in whole milliseconds, equal to that of Date. Consecutive times are mostly in the same
 * second, whose text is cached. Throws RangeError for an invalid time.
 */
export function isoTime(ms: number): string {
  const whole = Math.floor(ms / 1000)
  if (whole !== second) {
    head = new Date(whole * 1000).toISOString().slice(0, -4)
    second = whole
  }
  const rest = ms - whole * 1000
  return `${head}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`
}
