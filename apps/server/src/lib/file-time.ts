/** Returns the minute of a moment in a time zone for the name of a file, such as `2026-11-27-20-38`. `at` is in milliseconds. */
export function toFileTime(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  }).formatToParts(at)
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.find(it => it.type === type)?.value ?? ''
  return [read('year'), read('month'), read('day'), read('hour'), read('minute')].join('-')
}
