import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { ofScopePeople, type Scope, scopeZones } from './report-scope.ts'

/** A person's day in a zone as it was measured. Seconds are whole. */
export type MeasuredRow = {
  readonly zone_id: string
  readonly user_id: string
  readonly day: string
  readonly first_in: Date
  /** Null while the last visit lasts. */
  readonly last_out: Date | null
  readonly visits: number
  /** Those that were not counted on the day before already. */
  readonly visits_begun: number
  readonly inside_s: number
}

/**
 * The days on which people were inside, cut at the midnights of the zone. A visit that goes over midnight counts on both days, and with
 * its true length on one that is an hour shorter or longer.
 */
export async function listMeasured(tx: Tx, scope: Scope): Promise<MeasuredRow[]> {
  const { rows } = await sql<MeasuredRow>`
    with ${scopeZones(scope)},
    visits as (
      select h.zone_id, h.user_id, z.tz, h.exit_time is null and now() < z.to_at as lasts,
        greatest(h.entry_time, z.from_at) as began, least(coalesce(h.exit_time, now()), z.to_at) as ended
      from z join presence_history h on h.zone_id = z.id and h.entry_time < z.to_at
        and (h.exit_time is null or h.exit_time > z.from_at) and (h.exit_time is null or h.exit_time >= ${scope.keptSince})
      where true ${ofScopePeople(scope, 'h.user_id')}),
    local as (
      select *, (began at time zone tz)::date as first_day, (greatest(began, ended - interval '1 microsecond') at time zone tz)::date as last_day
      from visits where ended >= began),
    parts as (
      select zone_id, user_id, first_day as day, began, ended, lasts, true as begins from local where first_day = last_day
      union all
      select zone_id, user_id, d::date, greatest(began, d at time zone tz), least(ended, (d + interval '1 day') at time zone tz),
        lasts and d::date = last_day, d::date = first_day
      from local cross join lateral generate_series(first_day::timestamp, last_day::timestamp, interval '1 day') d
      where first_day < last_day)
    select p.zone_id, p.user_id, to_char(p.day, 'YYYY-MM-DD') as day, min(p.began) as first_in,
      case when bool_or(p.lasts) then null else max(p.ended) end as last_out, count(*)::int as visits,
      count(*) filter (where p.begins)::int as visits_begun,
      round(sum(extract(epoch from p.ended - p.began)))::int as inside_s
    from parts p
    group by p.zone_id, p.user_id, p.day
    having ${ofScopeMembers}`.execute(tx)
  return rows
}

/** People who have a state in the zone: visits of former members are theirs alone. */
const ofScopeMembers = sql`exists (select from presence_tracking t where t.zone_id = p.zone_id and t.user_id = p.user_id)`

export type DoubtfulRow = {
  readonly zone_id: string
  readonly user_id: string
  readonly day: string
  readonly refused: number
  readonly uncertain: number
}

/** How many readings of a day were refused or uncertain. Index: position_checks_doubtful. */
export async function listDoubtful(tx: Tx, scope: Scope): Promise<DoubtfulRow[]> {
  const source = sql.ref(scope.asActor ? 'actor_doubtful' : 'count_doubtful')
  const { zoneIds, from, to, installation } = scope
  const { rows } = await sql<DoubtfulRow>`
    select p.zone_id, p.user_id, to_char(p.day, 'YYYY-MM-DD') as day, p.refused, p.uncertain
    from ${source}(${[...zoneIds]}::uuid[], ${from}::date, ${to}::date, ${installation}) p
    where ${ofScopeMembers} ${ofScopePeople(scope, 'p.user_id')}`.execute(tx)
  return rows
}

/** The names of the people of a report's rows, as far as who asks may see them. */
export async function listNames(tx: Tx, userIds: readonly string[]): Promise<Map<string, NameRow>> {
  const { rows } = await sql<NameRow & { id: string }>`
    select id, first_name, last_name from user_profiles where id = any(${[...userIds]}::uuid[])`.execute(tx)
  return new Map(rows.map(row => [row.id, row]))
}
export type NameRow = { readonly first_name: string; readonly last_name: string }

export type ZoneCalendarRow = { readonly id: string; readonly name: string; readonly tz: string }

/** The zones of a report and their time zones. */
export async function listZoneCalendars(
  tx: Tx,
  zoneIds: readonly string[],
  installation: string,
): Promise<ZoneCalendarRow[]> {
  const { rows } = await sql<ZoneCalendarRow>`
    select id, name, zone_time_zone(id, ${installation}) as tz from zones where id = any(${[...zoneIds]}::uuid[]) order by name, id`.execute(
    tx,
  )
  return rows
}
