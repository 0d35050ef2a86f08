import { visitKeptDays } from '@muster/domain/visitor.ts'
import type { Tx } from '../../db/database.ts'
import { many, one } from '../../db/rows.ts'
import { type Scope, scopeZones } from './report-scope.ts'

/** True if a report covers everybody in its zones. Visitors belong to no group, and have no report of their own. */
export const coversVisitors = ({ groupId, userId }: Scope): boolean => groupId === null && userId === null

/** Returns since when all visits are stored. Earlier ones may have been deleted, so their number is unknown. */
async function readVisitsSince(tx: Tx, zoneIds: readonly string[]): Promise<Date> {
  const { since } = await one(tx)<{ since: Date | null }>`
    select max(greatest(now() - coalesce(s.kept_days, ${visitKeptDays.usual}) * interval '1 day', s.stored_since)) as since
    from unnest(${[...zoneIds]}::uuid[]) zone left join visitor_settings s on s.zone_id = zone`
  return since ?? new Date(0)
}

/** The visitors who were signed in at any time during an hour, by its start in milliseconds; null if that is no longer known. */
export type VisitorsByHour = ReadonlyMap<number, number | null>

/**
 * Counts the visitors who were signed in during each hour of the report's days in a time zone. The hours are given by their starts, in
 * order. Index: visitor_visits_day.
 */
export async function countVisitorsByHour(
  tx: Tx,
  { zoneIds, to }: Pick<Scope, 'zoneIds' | 'to'>,
  timeZone: string,
  begins: readonly Date[],
): Promise<VisitorsByHour> {
  const [first] = begins
  if (!first) return new Map()
  const visitsSince = await readVisitsSince(tx, zoneIds)
  const rows = await many(tx)<{ began: Date; visitors: number }>`
    with hours as materialized (select ${begins.map(it => it.toISOString())}::timestamptz[] as begins),
    visits as (
      select its.first, greatest(its.first, width_bucket(coalesce(v.signed_out_at, now()) - interval '1 microsecond', begins)) as last
      from hours, visitor_visits v
        cross join lateral (select greatest(1, width_bucket(v.signed_in_at, begins)) as first) its
      where v.zone_id = any(${[...zoneIds]}::uuid[])
        and v.signed_in_at < least(now(), (${to}::date + 1)::timestamp at time zone ${timeZone})
        and coalesce(v.signed_out_at, now()) > ${first}),
    steps as (
      select first as hour, 1 as step from visits union all select last + 1, -1 from visits
      union all select hour, 0 from hours, generate_series(1, cardinality(begins)) hour),
    sums as (select hour, sum(sum(step)) over (order by hour) as visitors from steps group by hour)
    select begins[hour] as began, visitors::integer as visitors from sums, hours where hour <= cardinality(begins) order by hour`
  return new Map(rows.map(it => [it.began.getTime(), it.began < visitsSince ? null : it.visitors]))
}

export type VisitorDays = {
  /** The visitors who were inside on each day of the zones. */
  readonly days: readonly { readonly day: string; readonly visitors: number }[]
  /** The visits of all these days, each once. */
  readonly visits: number
  /** Earlier visits were deleted; null if all those of the report are stored. */
  readonly since: Date | null
}

/** Counts the visitors who were signed in on each day of the report, and the visits of all days together. */
export async function countVisitorsByDay(tx: Tx, scope: Scope): Promise<VisitorDays> {
  const visitsSince = await readVisitsSince(tx, scope.zoneIds)
  const rows = await many(tx)<{ day: string | null; visitors: number; partial: boolean }>`
    with ${scopeZones(scope)},
    visits as (
      select v.id, local_day(greatest(v.signed_in_at, z.from_at), z.tz) as first,
        local_day(greatest(v.signed_in_at, z.from_at, least(coalesce(v.signed_out_at, now()), z.to_at) - interval '1 microsecond'), z.tz) as last
      from z join visitor_visits v on v.zone_id = z.id
      where v.signed_in_at < least(z.to_at, now()) and coalesce(v.signed_out_at, now()) > z.from_at)
    select to_char(day, 'YYYY-MM-DD') as day, count(distinct id)::integer as visitors,
      exists (select from z where z.from_at < ${visitsSince}) as partial
    from visits cross join lateral generate_series(first::timestamp, last::timestamp, interval '1 day') day
    group by grouping sets ((day), ()) order by 1 nulls last`
  const total = rows.find(it => it.day === null)
  return {
    days: rows.flatMap(({ day, visitors }) => (day === null ? [] : [{ day, visitors }])),
    visits: total?.visitors ?? 0,
    since: total?.partial ? visitsSince : null,
  }
}
