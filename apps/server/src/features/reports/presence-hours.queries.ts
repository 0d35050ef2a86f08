import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isUnseen, knownUntil, lastSeenInVisit } from '../presence/index.ts'
import { peopleCondition, type Scope } from './report-scope.ts'

const seenAt = sql.ref('seen.at')

export type HourRow = {
  readonly day: string
  /** The wall clock time at the start of the hour, such as `13:00`; a repeated hour appears twice. */
  readonly hour: string
  readonly began: Date
  /** Distinct people inside at any time during the hour. */
  readonly people: number
  /** Maximum number of people inside at the same moment. */
  readonly most: number
  /** Total time everybody spent inside, in seconds. */
  readonly inside_s: number
}

/**
 * Lists the past hours of the scope's days in one time zone, with the people inside during each hour and the maximum at one moment.
 * Hours start on the hour and at clock changes. On Lord Howe Island the clock changes by half an hour, so only there are visits
 * counted by half hours. A sweep line runs over entries, exits and hour starts; at the same moment exits come first. An open visit
 * of a person not seen within the freshness limit ends at the last reading. A person in two zones at the same time counts once.
 */
export async function listHours(tx: Tx, scope: Scope, timeZone: string): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    with span as (
      select ${scope.from}::date::timestamp at time zone ${timeZone} as from_at,
        least((${scope.to}::date + 1)::timestamp at time zone ${timeZone}, now()) as to_at),
    ticks as (
      select at, at at time zone ${timeZone} as clock
      from span, generate_series(from_at, to_at - interval '1 microsecond', interval '30 minutes') at),
    begins as (
      select at, date_part('minute', clock) = 0
          or clock - lag(clock) over (order by at) is distinct from interval '30 minutes' as begins_hour
      from ticks),
    halves as (select at, max(at) filter (where begins_hour) over (order by at) as hour from begins),
    hours as (select distinct hour as began from halves),
    step as (
      select case when bool_and(began = date_bin('1 hour', began, from_at)) then interval '1 hour' else interval '30 minutes' end as step
      from span, hours),
    visits as materialized (
      select user_id, lower(stay) as began, upper(stay) as ended
      from (
        select h.user_id, unnest(range_agg(
          tstzrange(greatest(h.entry_time, from_at), least(known.until, to_at), '[]'))) as stay
        from span, presence_history h
          cross join lateral (select ${lastSeenInVisit} as at) seen
          cross join lateral (select ${knownUntil(seenAt)} as until) known
        where h.zone_id = any(${[...scope.zoneIds]}::uuid[]) and h.entry_time < to_at
          and (h.exit_time is null and known.until >= from_at or h.exit_time > from_at and h.exit_time >= ${scope.keptSince})
          and exists (select from presence_tracking t where t.zone_id = h.zone_id and t.user_id = h.user_id)
          ${peopleCondition(scope, 'h.user_id')}
        group by h.user_id) stays),
    steps as (
      select began as at, 1 as step from visits union all select ended, -1 from visits union all select began, 0 from hours),
    swept as (
      select at, sum(step) over (order by at, step range unbounded preceding) as inside,
        lead(at) over (order by at, step) as until
      from steps),
    sums as (
      select h.hour as began, max(s.inside)::int as most,
        round(sum(s.inside * extract(epoch from coalesce(s.until, s.at) - s.at)))::int as inside_s
      from swept s join halves h on h.at = date_bin('30 minutes', s.at, (select from_at from span)) group by 1),
    met as (
      select h.hour as began, count(distinct v.user_id)::int as people
      from span, step s, visits v,
        generate_series(date_bin(s.step, v.began, from_at), v.ended - interval '1 microsecond', s.step) b
        join halves h on h.at = b
      group by 1)
    select to_char(local_day(h.began, ${timeZone}), 'YYYY-MM-DD') as day, to_char(h.began at time zone ${timeZone}, 'HH24:MI') as hour,
      h.began, coalesce(m.people, 0) as people, coalesce(s.most, 0) as most, coalesce(s.inside_s, 0) as inside_s
    from hours h left join sums s on s.began = h.began left join met m on m.began = h.began
    order by h.began`.execute(tx)
  return rows
}

/** Counts people with an open visit that overlaps the days who have not been seen within the freshness limit. */
export async function countUnseenPeople(tx: Tx, scope: Scope, timeZone: string): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(distinct h.user_id)::int as people
    from presence_history h cross join lateral (select ${lastSeenInVisit} as at) seen
    where h.zone_id = any(${[...scope.zoneIds]}::uuid[]) and h.exit_time is null and ${isUnseen(seenAt)}
      and h.entry_time < (${scope.to}::date + 1)::timestamp at time zone ${timeZone}
      and seen.at >= ${scope.from}::date::timestamp at time zone ${timeZone}
      and exists (select from presence_tracking t where t.zone_id = h.zone_id and t.user_id = h.user_id)
      ${peopleCondition(scope, 'h.user_id')}`.execute(tx)
  return rows[0]?.people ?? 0
}
