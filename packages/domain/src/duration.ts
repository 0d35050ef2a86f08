/**
 * Formats minutes: 'less than a minute', '42 minutes', '1 minute', '2 h 5 min', '3 h'. Fractions are cut off, and a negative span
 * counts as 0.
 */
export function formatDuration(minutes: number): string {
  const whole = Math.max(0, Math.floor(minutes))
  if (whole === 0) return 'less than a minute'
  if (whole < 60) return whole === 1 ? '1 minute' : `${whole} minutes`
  const rest = whole % 60
  const hours = `${Math.floor(whole / 60)} h`
  return rest === 0 ? hours : `${hours} ${rest} min`
}
