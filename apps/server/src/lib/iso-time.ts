let cachedSecond = Number.NaN
let cachedPrefix = ''

/** As `Date` formats it, from whole milliseconds. Caches the last second, which the next usually shares. Throws RangeError. */
export function formatIsoTime(ms: number): string {
  const wholeSecond = Math.floor(ms / 1000)
  if (wholeSecond !== cachedSecond) {
    cachedPrefix = new Date(wholeSecond * 1000).toISOString().slice(0, -4)
    cachedSecond = wholeSecond
  }
  const milliseconds = ms - wholeSecond * 1000
  return `${cachedPrefix}${milliseconds < 10 ? '00' : milliseconds < 100 ? '0' : ''}${milliseconds}Z`
}
