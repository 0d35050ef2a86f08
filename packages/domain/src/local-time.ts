import { DAY_MS } from './time-units.ts'

/** Returns the instants (ms) at which clocks in the time zone show this time: none if the clocks skip it, two if they repeat it. */
export function findInstants(day: string, time: string, timeZone: string): readonly number[] {
  const wallTimeMs = toWallTimeMs(day, time)
  const instants = findOffsetsAround(wallTimeMs, timeZone).map(offset => wallTimeMs - offset)
  return [...new Set(instants)].filter(at => offsetAt(at, timeZone) === wallTimeMs - at).sort((a, b) => a - b)
}

/** In ms. A repeated time is the later; a skipped one moves forward (02:30 to 03:30). PostgreSQL's `at time zone` agrees. */
export function findInstant(day: string, time: string, timeZone: string): number {
  const wallTimeMs = toWallTimeMs(day, time)
  return (
    findInstants(day, time, timeZone).at(-1) ??
    wallTimeMs - Math.min(...findOffsetsAround(wallTimeMs, timeZone))
  )
}

/** Returns the local time at an instant: `{ day: '2026-11-25', time: '08:05' }`. */
export function toLocalTime(at: number, timeZone: string): { day: string; time: string } {
  const localIso = new Date(at + offsetAt(at, timeZone)).toISOString()
  return { day: localIso.slice(0, 10), time: localIso.slice(11, 16) }
}

/** Adds a number of days, which may be negative, to a calendar day. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the clock time interpreted as UTC, in ms. */
const toWallTimeMs = (day: string, time: string) => Date.parse(`${day}T${time}:00Z`)

/** Returns the offsets a day before and after a clock time. No time zone changes its clocks twice within two days, so there are no others. */
function findOffsetsAround(wallTimeMs: number, timeZone: string): readonly number[] {
  return [offsetAt(wallTimeMs - DAY_MS, timeZone), offsetAt(wallTimeMs + DAY_MS, timeZone)]
}

/** Returns the offset (ms) of the time zone from UTC at an instant, positive to the east. */
function offsetAt(at: number, timeZone: string): number {
  const clockParts = Object.fromEntries(
    createFormat(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const { year, month, day, hour, minute, second } = clockParts
  return (
    Date.parse(`${year?.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`) -
    Math.floor(at / 1000) * 1000
  )
}

const formatsByTimeZone = new Map<string, Intl.DateTimeFormat>()
function createFormat(timeZone: string): Intl.DateTimeFormat {
  const cachedFormat = formatsByTimeZone.get(timeZone)
  if (cachedFormat) return cachedFormat
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    ...{
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    },
  })
  formatsByTimeZone.set(timeZone, format)
  return format
}
