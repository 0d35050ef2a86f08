export type KeepCounts = { readonly daily: number; readonly weekly: number; readonly monthly: number }

/** Number of newest backups that are always kept, so that several made by hand in one day do not replace each other. */
const NEWEST_KEPT = 3

/**
 * Keeps the newest of each day, week (from Monday) and month. Only days with a backup count, so missed nights cost no older one.
 * Backups from the future, made by a wrong clock, displace none and stay until their time has come.
 */
export function chooseKeptBackups(
  backups: readonly { readonly name: string; readonly takenAt: Date }[],
  counts: KeepCounts,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): ReadonlySet<string> {
  const newestFirst = [...backups].sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime())
  const past = newestFirst.filter(it => it.takenAt <= now)
  const future = newestFirst.filter(it => it.takenAt > now)
  const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const toDay = (it: { takenAt: Date }) => dayFormat.format(it.takenAt)
  const remainingNames = new Set([...future, ...past.slice(0, NEWEST_KEPT)].map(it => it.name))
  const keepNewestOfEach = (toPeriod: (day: string) => string, count: number) => {
    const periods = new Set<string>()
    for (const it of past) {
      const period = toPeriod(toDay(it))
      if (periods.has(period)) continue
      if (periods.size >= count) return
      periods.add(period)
      remainingNames.add(it.name)
    }
  }
  keepNewestOfEach(day => day, counts.daily)
  keepNewestOfEach(toMonday, counts.weekly)
  keepNewestOfEach(day => day.slice(0, 7), counts.monthly)
  return remainingNames
}

/** Returns the Monday of a day's week, both as `2027-01-31`. */
function toMonday(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
