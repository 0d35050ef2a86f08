import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, one } from '../../db/rows.ts'
import { badgeStays } from '../badges/index.ts'
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
  /** Those of them whom only a badge showed inside during the hour, with people without an account and unknown numbers. */
  readonly by_badge: number
  /** Maximum number of people inside at the same moment. */
  readonly most: number
  /** Total time everybody spent inside, in seconds. */
  readonly inside_s: number
}

/**
 * Hours start on the hour and at clock changes; only on Lord Howe Island, whose change is half an hour, by half hours. A sweep line
 * over entries, exits and hour starts; exits first. An open visit of an unseen person ends at the last reading. A person in two
 * zones, or by phone and badge, counts once.
 */
export const listHours = (tx: Tx, scope: Scope, timeZone: string) =>
  many(tx)<HourRow>`
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
    stays as materialized (
      select h.user_id::text as person, true as by_phone, greatest(h.entry_time, from_at) as began, least(known.until, to_at) as ended
      from span, presence_history h
        cross join lateral (select ${lastSeenInVisit} as at) seen
        cross join lateral (select ${knownUntil(seenAt)} as until) known
      where h.zone_id = any(${[...scope.zoneIds]}::uuid[]) and h.entry_time < to_at
        and (h.exit_time is null and known.until >= from_at or h.exit_time > from_at and h.exit_time >= ${scope.keptSince})
        and exists (select from presence_tracking t where t.zone_id = h.zone_id and t.user_id = h.user_id)
        ${peopleCondition(scope, 'h.user_id')}
      union all
      select coalesce(b.user_id::text, b.zone_id::text || ' ' || b.number), false, greatest(b.began, from_at), least(b.ended, to_at)
      from span, (${badgeStays(sql`select unnest(${[...scope.zoneIds]}::uuid[]) as id, from_at, to_at from span`)}) b
      where b.began < to_at and (b.ended > from_at or b.began >= from_at) ${badgeCondition(scope)}),
    visits as materialized (
      select person, lower(stay) as began, upper(stay) as ended
      from (select person, unnest(range_agg(tstzrange(began, ended, '[]'))) as stay from stays group by person) merged),
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
      select began, count(*)::int as people, count(*) filter (where not by_phone)::int as by_badge
      from (
        select h.hour as began, v.person, bool_or(v.by_phone) as by_phone
        from span, step s, stays v,
          generate_series(date_bin(s.step, v.began, from_at), v.ended - interval '1 microsecond', s.step) b
          join halves h on h.at = b
        group by 1, 2) people
      group by 1)
    select to_char(local_day(h.began, ${timeZone}), 'YYYY-MM-DD') as day, to_char(h.began at time zone ${timeZone}, 'HH24:MI') as hour,
      h.began, coalesce(m.people, 0) as people, coalesce(m.by_badge, 0) as by_badge, coalesce(s.most, 0) as most, coalesce(s.inside_s, 0) as inside_s
    from hours h left join sums s on s.began = h.began left join met m on m.began = h.began
    order by h.began`

/** Limits stays by badge to members in the scope; without a filter by person, people without an account count too. */
const badgeCondition = (scope: Scope) => sql`
  and (b.user_id is null or exists (select from presence_tracking t where t.zone_id = b.zone_id and t.user_id = b.user_id))
  ${peopleCondition(scope, 'b.user_id')}`

/** Counts people with an open visit that overlaps the days who have not been seen within the freshness limit. */
export async function countUnseenPeople(tx: Tx, scope: Scope, timeZone: string): Promise<number> {
  const row = await one(tx)<{ people: number }>`
    select count(distinct h.user_id)::int as people
    from presence_history h cross join lateral (select ${lastSeenInVisit} as at) seen
    where h.zone_id = any(${[...scope.zoneIds]}::uuid[]) and h.exit_time is null and ${isUnseen(seenAt)}
      and h.entry_time < (${scope.to}::date + 1)::timestamp at time zone ${timeZone}
      and seen.at >= ${scope.from}::date::timestamp at time zone ${timeZone}
      and exists (select from presence_tracking t where t.zone_id = h.zone_id and t.user_id = h.user_id)
      ${peopleCondition(scope, 'h.user_id')}`
  return row.people
}
