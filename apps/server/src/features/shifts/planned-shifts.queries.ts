import { HOUR_MS } from '@muster/domain/time-units.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many } from '../../db/rows.ts'
import { listExpected } from './attendance.queries.ts'

type Span = { readonly from: Date; readonly to: Date }
export type PlannedShift = { readonly starts_at: Date; readonly ends_at: Date }

/** A shift that overlaps a span begins at most a day before it, and no clock is more than 14 hours from UTC. */
const toDays = ({ from, to }: Span) => ({
  from: new Date(from.getTime() - 38 * HOUR_MS).toISOString().slice(0, 10),
  to: new Date(to.getTime() + 14 * HOUR_MS).toISOString().slice(0, 10),
})
const overlaps = ({ from, to }: Span) => sql<boolean>`s.starts_at < ${to} and s.ends_at > ${from}`

/** Lists the shifts of one person that overlap a span, first to last: their own, or those of a person whom the actor may see. */
export async function listShiftsOfPerson(
  tx: Tx,
  it: { readonly zoneId: string; readonly userId: string },
  span: Span,
  installation: string,
): Promise<PlannedShift[]> {
  const scope = { zoneIds: [it.zoneId], userIds: [it.userId], ...toDays(span) }
  return (await listExpected(tx, scope, installation)).flatMap(({ starts_at, ends_at }) =>
    starts_at && ends_at && starts_at < span.to && ends_at > span.from ? [{ starts_at, ends_at }] : [],
  )
}

/** Overlapping a span, each time of day once; none on holidays. Row-level security shows plans only to people who may see them. */
export async function listShiftsOfZone(
  tx: Tx,
  zoneId: string,
  span: Span,
  installation: string,
  limit: number,
): Promise<PlannedShift[]> {
  const days = toDays(span)
  return many(tx)<PlannedShift>`
    select distinct s.starts_at, s.ends_at
    from (select zone_time_zone(${zoneId}, ${installation}) as clocks offset 0) z
      cross join generate_series(0, ${days.to}::date - ${days.from}::date) n
      join shift_plans p on p.zone_id = ${zoneId}
      cross join lateral (select ${days.from}::date + n as day offset 0) d
      cross join lateral (select (d.day + p.starts) at time zone z.clocks as starts_at,
        (d.day + (p.ends <= p.starts)::integer + p.ends) at time zone z.clocks as ends_at offset 0) s
    where d.day >= p.valid_from and (p.valid_until is null or d.day <= p.valid_until)
      and extract(isodow from d.day)::smallint = any (p.days) and ${overlaps(span)}
      and not exists (select from zone_holidays h where h.zone_id = p.zone_id and h.day = d.day)
    order by s.starts_at, s.ends_at limit ${limit}`
}
