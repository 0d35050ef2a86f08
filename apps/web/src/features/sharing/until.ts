const padTwo = (value: number) => String(value).padStart(2, '0')

/** Formats a time for its field: '17:30'. */
export const toFieldTime = (at: Date) => `${padTwo(at.getHours())}:${padTwo(at.getMinutes())}`

/** Returns the next occurrence of the field's time; undefined if the field is empty. */
export function toEndTime(time: string, now: Date): Date | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? []
  if (hours === undefined || minutes === undefined) return undefined
  const at = new Date(now)
  at.setHours(Number(hours), Number(minutes), 0, 0)
  if (at <= now) at.setDate(at.getDate() + 1)
  return at
}
