const two = (part: number) => String(part).padStart(2, '0')

/** '17:30': the time as its field takes it. */
export const fieldTime = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}`

/** When the clock on the wall next shows the time of the field; undefined where there is none in it. */
export function untilOf(time: string, now: Date): Date | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? []
  if (hours === undefined || minutes === undefined) return undefined
  const at = new Date(now)
  at.setHours(Number(hours), Number(minutes), 0, 0)
  if (at <= now) at.setDate(at.getDate() + 1)
  return at
}
