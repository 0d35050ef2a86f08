import { addDays, toLocalTime } from './local-time.ts'

export type DrillCalendar = {
  readonly everyMonths: number
  /** When the calendar was set, in milliseconds. */
  readonly since: number
  /** When the last drill ended, in milliseconds; null before the first one. */
  readonly lastDrillAt: number | null
}

/** The intervals between drills to choose from, in months. */
export const drillMonthChoices = [1, 2, 3, 4, 6, 12, 24] as const

/** The days before the due date from which a drill is due. */
export const drillDueDays = 14

/** From which on a zone's drill needs attention. */
export const drillStandings = ['later', 'due', 'overdue'] as const
export type DrillStanding = (typeof drillStandings)[number]

/** Returns the last calendar day for the next drill, as `2026-11-30` in the zone's time zone. */
export function findDrillDueDay(
  { everyMonths, since, lastDrillAt }: DrillCalendar,
  timeZone: string,
): string {
  return addMonths(toLocalTime(lastDrillAt ?? since, timeZone).day, everyMonths)
}

/** Returns whether the drill is due or overdue at an instant in milliseconds. */
export function findDrillStanding(dueDay: string, now: number, timeZone: string): DrillStanding {
  const today = toLocalTime(now, timeZone).day
  if (today > dueDay) return 'overdue'
  return today >= addDays(dueDay, -drillDueDays) ? 'due' : 'later'
}

/** Adds months to a calendar day. A day that the month does not have becomes its last one, so 31 January is followed by 28 February. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))).toISOString().slice(0, 10)
}
