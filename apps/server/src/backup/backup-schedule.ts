import { DAY_MS } from '@muster/domain/time-units.ts'
import { type CronExpression, CronExpressionParser } from 'cron-parser'

const FAILED_TRIES_MOST = 3
const RETRY_AFTER_MS = 60 * 60_000
/** Age (ms) from which the last good backup is too old: a day, plus two hours to make one. */
export const STALE_BACKUP_MS = 26 * 60 * 60_000

const clockTimePattern = /^([01]?\d|2[0-3]):([0-5]\d)$/

/** Converts `02:30` to its cron expression. Other texts are returned as they are. */
function toCron(schedule: string): string {
  const [, hours, minutes] = clockTimePattern.exec(schedule) ?? []
  return hours === undefined ? schedule : `${Number(minutes)} ${Number(hours)} * * *`
}

/** True for `off`, a time of day, or a cron expression with five fields. */
export function isBackupSchedule(schedule: string): boolean {
  if (schedule === 'off' || clockTimePattern.test(schedule)) return true
  if (schedule.split(/\s+/).length !== 5) return false
  try {
    CronExpressionParser.parse(schedule).next()
    return true
  } catch {
    return false
  }
}

/** Returns the last time before or at `now` at which a backup was due, and the next one; null if backups are off. */
export function findDueTimes(
  schedule: string,
  timeZone: string,
  now: Date,
): { readonly last: Date; readonly next: Date } | null {
  if (schedule === 'off') return null
  const startAt = (currentDate: Date) =>
    CronExpressionParser.parse(toCron(schedule), { tz: timeZone, currentDate })
  return { last: findLast(startAt, now), next: startAt(now).next().toDate() }
}

/** Searches forward, because backwards the library omits a time that daylight saving skips; forward it moves it an hour later. */
function findLast(startAt: (at: Date) => CronExpression, now: Date): Date {
  const forward = startAt(new Date(now.getTime() - 2 * DAY_MS))
  let last: Date | undefined
  for (let at = forward.next().toDate(); at <= now; at = forward.next().toDate()) last = at
  return last ?? startAt(now).prev().toDate()
}

export type BackupHistory = {
  /** When the installation was created; nothing was due before. */
  readonly installedAt: Date
  /** Starting times of the backups that succeeded and of those that failed. */
  readonly goodAt: readonly Date[]
  readonly failedAt: readonly Date[]
}

/** A failed backup is tried again after an hour, three times in all. Times in the future, from a wrong clock, are ignored. */
export function isBackupDue(
  lastDue: Date,
  now: Date,
  { installedAt, goodAt, failedAt }: BackupHistory,
): boolean {
  const isSinceDue = (at: Date) => at >= lastDue && at <= now
  if (lastDue <= installedAt || goodAt.some(isSinceDue)) return false
  const failures = failedAt.filter(isSinceDue)
  if (failures.length >= FAILED_TRIES_MOST) return false
  return failures.every(at => now.getTime() - at.getTime() >= RETRY_AFTER_MS)
}

/** Returns the newest of the times that is not in the future; null if there is none. */
export function findNewestPast(times: readonly Date[], now: Date): Date | null {
  const past = times.filter(at => at <= now).map(at => at.getTime())
  return past.length > 0 ? new Date(Math.max(...past)) : null
}

/** True if the last good backup, or the installation without any, is older than 26 hours. */
export function isBackupStale(now: Date, history: Pick<BackupHistory, 'installedAt' | 'goodAt'>): boolean {
  const since = findNewestPast(history.goodAt, now) ?? history.installedAt
  return now.getTime() - since.getTime() > STALE_BACKUP_MS
}
