import { createOncePer } from '../../../lib/once-per.ts'
import { api, inZone } from '../../../rpc/base.ts'
import { fail } from '../../../rpc/fail.ts'
import { presencePolicy } from '../presence.policy.ts'
import { findPersonOfDay, listDayVisits, type Span } from './days.queries.ts'
import { dayReadingView, dayVisitView } from './days.view.ts'
import { dayLookMs, noteDayLook } from './note-day-look.ts'
import { readDay } from './read-day.ts'

const DAY = 86_400_000

/** A day on the map: of a person. Whoever looks at another's is noted. */
export function daysProcedures({ retentionDays }: { readonly retentionDays: number }) {
  const looks = createOncePer(dayLookMs)
  /** What of a day is kept: what is older may be gone, and is not shown where it is not gone yet. */
  const keptOf = (day: { from: string; to: string }): Span & { keptSince: Date } => {
    const keptSince = new Date(Date.now() - retentionDays * DAY)
    const from = new Date(Math.max(Date.parse(day.from), keptSince.getTime()))
    return { keptSince, from, to: new Date(Math.max(Date.parse(day.to), from.getTime())) }
  }
  return {
    dayOf: api.presence.dayOf
      .use(inZone(null))
      .handler(async ({ context: { tx, actor, zone, afterCommit }, input }) => {
        const { userId } = input
        presencePolicy.viewDay(zone, actor, userId)
        const isSelf = userId === actor.userId
        const person = await findPersonOfDay(tx, zone.id, userId, isSelf)
        if (!person) throw fail('NOT_ASSIGNED')
        const { keptSince, ...span } = keptOf(input)
        const { readings, total } = await readDay(tx, { zoneId: zone.id, userId }, span)
        const visits = await listDayVisits(tx, zone.id, userId, span)
        if (!isSelf) {
          const look = { accessType: 'person_day', zoneId: zone.id, of: userId, span } as const
          await noteDayLook(tx, { actor, looks, afterCommit }, look)
        }
        return {
          person: { userId, name: `${person.first_name} ${person.last_name}`.trim() },
          readings: readings.map(dayReadingView),
          total,
          outsideToo: isSelf,
          visits: visits.map(dayVisitView),
          keptSince: keptSince.toISOString(),
        }
      }),
  }
}
