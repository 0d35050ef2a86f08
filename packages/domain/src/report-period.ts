import { DAY_MS, HOUR_MS } from './time-units.ts'

export const reportFrequencies = ['week', 'fortnight', 'month'] as const
export type ReportFrequency = (typeof reportFrequencies)[number]

/** First and last day, both inclusive, in the form `2026-11-25`. */
export type ReportPeriod = { readonly from: string; readonly to: string }

/** The hour of the morning, in the zone's time zone, at which the report on a past period is created. */
export const reportHour = 6

const QUARTER_HOUR_MS = 900_000

const toUtc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const toDay = (utc: number) => new Date(utc).toISOString().slice(0, 10)
const addDays = (day: string, days: number) => toDay(toUtc(day) + days * DAY_MS)

/** As milliseconds of a UTC clock. Caches offsets by quarter of an hour, because clocks only change at its beginning. */
export function createWallClock(timeZone: string): (instant: number) => number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const offsetsByQuarter = new Map<number, number>()
  return instant => {
    const quarter = Math.floor(instant / QUARTER_HOUR_MS)
    let offset = offsetsByQuarter.get(quarter)
    if (offset === undefined) {
      const at = quarter * QUARTER_HOUR_MS
      const partByType = Object.fromEntries(
        parts.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
      )
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = partByType
      offset = Date.UTC(year, month - 1, day, hour, minute, second) - at
      offsetsByQuarter.set(quarter, offset)
    }
    return instant + offset
  }
}

/**
 * Returns the instant (ms) of a local hour on a day. A repeated hour means its first occurrence; a skipped hour means the instant
 * that many hours after midnight.
 */
export function findInstant(day: string, hour: number, timeZone: string): number {
  const toWallTime = createWallClock(timeZone)
  const target = toUtc(day) + hour * HOUR_MS
  // The offset is either that of the day before or that of the day after.
  const candidates = [target - DAY_MS, target + DAY_MS].map(at => target - (toWallTime(at) - at))
  const exactMatches = candidates.filter(at => toWallTime(at) === target)
  return exactMatches.length > 0 ? Math.min(...exactMatches) : Math.max(...candidates)
}

/** Returns the calendar day of an instant in a time zone. */
export const dayAt = (instant: number, timeZone: string): string => toDay(createWallClock(timeZone)(instant))

/** Returns the period that contains a day. Fortnights count from `startsOn` in both directions; weeks begin on Monday. */
function findPeriodContaining(
  day: string,
  frequency: ReportFrequency,
  startsOn: string | null,
): ReportPeriod {
  if (frequency === 'month') {
    const [year = 1970, month = 1] = day.split('-').map(Number)
    return { from: toDay(Date.UTC(year, month - 1, 1)), to: toDay(Date.UTC(year, month, 0)) }
  }
  const length = frequency === 'week' ? 7 : 14
  // 5 January 1970 was a Monday.
  const firstDayMs = toUtc(frequency === 'fortnight' && startsOn ? startsOn : '1970-01-05')
  const daysSince = Math.floor((toUtc(day) - firstDayMs) / DAY_MS)
  const from = toDay(firstDayMs + Math.floor(daysSince / length) * length * DAY_MS)
  return { from, to: addDays(from, length - 1) }
}

export type ReportSchedule = {
  readonly rhythm: ReportFrequency
  /** The first day of one of the fortnights, from which the others are counted; null for other frequencies. */
  readonly startsOn: string | null
  readonly timeZone: string
}

/** Returns the instant (ms) at which the report on a period is created: the morning after its last day. */
export const dueAt = ({ to }: ReportPeriod, timeZone: string): number =>
  findInstant(addDays(to, 1), reportHour, timeZone)

/** Returns the last full period whose report is due by now. */
export function lastDuePeriod({ rhythm, startsOn, timeZone }: ReportSchedule, now: number): ReportPeriod {
  const current = findPeriodContaining(dayAt(now, timeZone), rhythm, startsOn)
  const lastPeriod = findPeriodContaining(addDays(current.from, -1), rhythm, startsOn)
  // Until six on the morning after a period, its report is not due yet.
  return dueAt(lastPeriod, timeZone) <= now
    ? lastPeriod
    : findPeriodContaining(addDays(lastPeriod.from, -1), rhythm, startsOn)
}

/** Returns the instant (ms) at which the next report is due. */
export function nextDueAt(schedule: ReportSchedule, now: number): number {
  const { to } = lastDuePeriod(schedule, now)
  return dueAt(findPeriodContaining(addDays(to, 1), schedule.rhythm, schedule.startsOn), schedule.timeZone)
}
