/** The beginnings of this day and of this week, from Monday on, where the reader is. */
export function beginnings(now: Date): { today: string; week: string } {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const week = new Date(today)
  week.setDate(today.getDate() - ((today.getDay() + 6) % 7))
  return { today: today.toISOString(), week: week.toISOString() }
}

/** This day, and so many days before it: the same all day long, so that nothing is asked again for nothing. */
export function sinceNow(days: number, now: Date = new Date()): { today: string; week: string } {
  const { today } = beginnings(now)
  const week = new Date(today)
  week.setDate(week.getDate() - days)
  return { today, week: week.toISOString() }
}
