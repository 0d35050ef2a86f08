/** The intervals of scheduled reports. */
export const reportRhythms = ['week', 'fortnight', 'month'] as const
export type ReportRhythm = (typeof reportRhythms)[number]

/** First and last day, both inclusive, in the form `2026-11-25`. */
export type ReportPeriod = { readonly from: string; readonly to: string }

/** The hour of the morning, in the zone's time zone, at which the report on a past period is created. */
export const reportHour = 6

const DAY = 86_400_000
const HOUR = 3_600_000
const QUARTER = 900_000

const toUtc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const toDay = (utc: number) => new Date(utc).toISOString().slice(0, 10)
const plusDays = (day: string, days: number) => toDay(toUtc(day) + days * DAY)

/**
 * Returns a function that converts an instant to local time in a time zone, encoded as milliseconds of a UTC clock. Offsets are
 * cached per quarter of an hour, because clock changes only happen on one.
 */
export function wallClock(timeZone: string): (instant: number) => number {
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
  const offsets = new Map<number, number>()
  return instant => {
    const quarter = Math.floor(instant / QUARTER)
    let offset = offsets.get(quarter)
    if (offset === undefined) {
      const at = quarter * QUARTER
      const of = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = of
      offset = Date.UTC(year, month - 1, day, hour, minute, second) - at
      offsets.set(quarter, offset)
    }
    return instant + offset
  }
}

/**
 * Returns the instant (ms) of a local hour on a day. A repeated hour means its first occurrence; a skipped hour means the instant
 * that long after midnight.
 */
export function findInstant(day: string, hour: number, timeZone: string): number {
  const wall = wallClock(timeZone)
  const target = toUtc(day) + hour * HOUR
  // The offset is either that of the day before or that of the day after.
  const candidates = [target - DAY, target + DAY].map(at => target - (wall(at) - at))
  const exact = candidates.filter(at => wall(at) === target)
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)
}

/** Returns the calendar day of an instant in a time zone. */
export const dayAt = (instant: number, timeZone: string): string => toDay(wallClock(timeZone)(instant))

/** Returns the period that contains a day. Fortnights count from `startsOn`, also backwards; weeks begin on Monday. */
function periodWith(day: string, rhythm: ReportRhythm, startsOn: string | null): ReportPeriod {
  if (rhythm === 'month') {
    const [year = 1970, month = 1] = day.split('-').map(Number)
    return { from: toDay(Date.UTC(year, month - 1, 1)), to: toDay(Date.UTC(year, month, 0)) }
  }
  const length = rhythm === 'week' ? 7 : 14
  // 5 January 1970 was a Monday.
  const first = toUtc(rhythm === 'fortnight' && startsOn ? startsOn : '1970-01-05')
  const since = Math.floor((toUtc(day) - first) / DAY)
  const from = toDay(first + Math.floor(since / length) * length * DAY)
  return { from, to: plusDays(from, length - 1) }
}

export type ReportSchedule = {
  readonly rhythm: ReportRhythm
  /** The first day of any fortnight; null for other intervals. */
  readonly startsOn: string | null
  readonly timeZone: string
}

/** Returns the instant (ms) at which the report on a period is created: the morning after its last day. */
export const dueAt = ({ to }: ReportPeriod, timeZone: string): number =>
  findInstant(plusDays(to, 1), reportHour, timeZone)

/** Returns the last full period whose report is due by now. */
export function lastDuePeriod({ rhythm, startsOn, timeZone }: ReportSchedule, now: number): ReportPeriod {
  const current = periodWith(dayAt(now, timeZone), rhythm, startsOn)
  const last = periodWith(plusDays(current.from, -1), rhythm, startsOn)
  // Before six on the first morning, the last due period is the one before.
  return dueAt(last, timeZone) <= now ? last : periodWith(plusDays(last.from, -1), rhythm, startsOn)
}

/** Returns the instant (ms) at which the next report is due. */
export function nextDueAt(schedule: ReportSchedule, now: number): number {
  const { to } = lastDuePeriod(schedule, now)
  return dueAt(periodWith(plusDays(to, 1), schedule.rhythm, schedule.startsOn), schedule.timeZone)
}
