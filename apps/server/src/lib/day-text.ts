const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a day (YYYY-MM-DD) as `25 Nov 2026`; other text stays unchanged. */
export function formatEnglishDay(day: string): string {
  const [year, month, dayOfMonth] = day.split('-').map(Number)
  const monthName = months[(month ?? 0) - 1]
  return monthName && year && dayOfMonth ? `${dayOfMonth} ${monthName} ${year}` : day
}
