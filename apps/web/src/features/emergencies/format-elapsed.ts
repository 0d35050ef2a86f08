const secondMs = 1_000

/** Formats minutes and seconds, and hours if there are any: `4:05`, `26:00:10`. */
export function formatElapsed(ms: number): string {
  const seconds = Math.round(ms / secondMs)
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor(seconds / 60) % 60
  const pad = (count: number) => String(count).padStart(2, '0')
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`
}
