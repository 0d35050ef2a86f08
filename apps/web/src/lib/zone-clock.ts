import type { WallClock } from './format-time.ts'
import { language } from './language.ts'

/** Creates a clock that shows times as they are in an IANA time zone, such as that of the zone whose emergency a board shows. */
export function createZoneClock(timeZone: string): WallClock {
  const create = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, hourCycle: 'h23', timeZone })
  const time = { hour: '2-digit', minute: '2-digit' } as const
  const clock = create(time)
  const dayAndClock = create({ ...time, day: 'numeric', month: 'short' })
  const yearAndClock = create({ ...time, day: 'numeric', month: 'short', year: 'numeric' })
  const absolute = create({ dateStyle: 'full', timeStyle: 'long' })
  const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  return {
    timeZone,
    formatClock(at, now) {
      const [day, today] = [isoDay.format(at), isoDay.format(now)]
      if (day === today) return clock.format(at)
      return (day.slice(0, 4) === today.slice(0, 4) ? dayAndClock : yearAndClock).format(at)
    },
    formatAbsolute: at => absolute.format(at),
  }
}
