/** Returns the start of today and of this week (Monday), in the reader's time zone. */
export function periodStarts(now: Date): { today: string; week: string } {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const week = new Date(today)
  week.setDate(today.getDate() - ((today.getDay() + 6) % 7))
  return { today: today.toISOString(), week: week.toISOString() }
}

/**
 * Returns the start of today and, as `week`, of the day `days` days earlier. Both stay the same all day, so that query keys do not
 * change.
 */
export function rollingPeriodStarts(days: number, now: Date = new Date()): { today: string; week: string } {
  const { today } = periodStarts(now)
  const week = new Date(today)
  week.setDate(week.getDate() - days)
  return { today, week: week.toISOString() }
}
