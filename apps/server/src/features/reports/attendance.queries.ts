import { maxReportRows } from '@muster/contract/report-document.ts'
import { shiftDay } from '@muster/domain/report-span.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many } from '../../db/rows.ts'
import { badgeStays } from '../badges/index.ts'
import { isUnseen, knownUntil, lastSeenInVisit } from '../presence/index.ts'
import { peopleCondition, type Scope, scopeZones } from './report-scope.ts'

/** One row more than a report allows, which is enough to detect that it is too large. */
const maxRows = maxReportRows + 1

/** A person's measured day in a zone. Durations are in whole seconds. */
export type MeasuredDayRow = {
  readonly zone_id: string
  readonly user_id: string
  readonly day: string
  readonly first_in: Date
  /**
   * The end of the last visit on this day, at the latest midnight, or the last reading of an unseen person; null while the visit
   * continues.
   */
  readonly last_out: Date | null
  /** Entry of the first visit and exit of the last one, even if on another day; null while unknown. */
  readonly entered_at: Date | null
  readonly left_at: Date | null
  /** The last reading of an open visit whose person has not been seen within the freshness limit; the known day ends there. */
  readonly unseen_since: Date | null
  readonly visits: number
  /** Excludes visits already counted on the day before. */
  readonly visits_begun: number
  readonly inside_s: number
  /** True if a phone, or a badge, showed that the person was inside. */
  readonly by_phone: boolean
  readonly by_badge: boolean
}

const seenAt = sql.ref('seen.at')

/** SQL that is true for a day `n` of a visit `v` on which one of these visits is a part of it: each day of a night names its own source. */
const overlapsVisits = (
  visits: 'phone_visits' | 'badge_visits',
) => sql`exists (select from ${sql.table(visits)} o
  where o.zone_id = v.zone_id and o.user_id = v.user_id and o.began < least(v.ended, d.midnights[n + 1])
    and o.ended > greatest(v.began, d.midnights[n]))`

/** By day of the scope, numbered by midnights from 1. Overlapping phone visits and badge stays are one, so nobody counts twice. */
const visitSegments = (scope: Scope) => sql`${scopeZones(scope)},
    days as materialized (
      select id, from_at, to_at, array(
        select d at time zone tz from generate_series(${scope.from}::date::timestamp, ${scope.to}::date::timestamp, interval '1 day') d) as midnights
      from z),
    phone_visits as materialized (
      select h.zone_id, h.user_id, h.entry_time as entered, h.exit_time as exited,
        case when ${isUnseen(seenAt)} then ${seenAt} end as unseen,
        h.exit_time is null and not ${isUnseen(seenAt)} and now() < d.to_at as lasts,
        greatest(h.entry_time, d.from_at) as began, least(${knownUntil(seenAt)}, d.to_at) as ended,
        true as by_phone
      from days d join presence_history h on h.zone_id = d.id and h.entry_time < d.to_at
        and (h.exit_time is null or h.exit_time > d.from_at) and (h.exit_time is null or h.exit_time >= ${scope.keptSince})
        cross join lateral (select ${lastSeenInVisit} as at) seen
      where true ${peopleCondition(scope, 'h.user_id')}),
    badge_visits as materialized (
      select b.zone_id, b.user_id, b.entered, b.exited, b.unseen, b.lasts and now() < d.to_at as lasts,
        greatest(b.began, d.from_at) as began, least(b.ended, d.to_at) as ended, false as by_phone
      from (${badgeStays(sql`select id, from_at, to_at from days`)}) b join days d on d.id = b.zone_id
      where b.user_id is not null and b.began < d.to_at and (b.ended > d.from_at or b.began >= d.from_at)
        ${peopleCondition(scope, 'b.user_id')}),
    both_visits as (
      select *, coalesce(began >= max(ended) over (partition by zone_id, user_id order by began, ended desc
        rows between unbounded preceding and 1 preceding), true) as starts
      from (
        select * from badge_visits
        union all
        select * from phone_visits where ended >= began and (zone_id, user_id) in (select zone_id, user_id from badge_visits)) unsorted),
    visits as (
      select zone_id, user_id, min(entered) as entered, bool_or(lasts) as lasts, min(began) as began, max(ended) as ended,
        (array_agg(exited order by ended desc, lasts desc, exited desc nulls last))[1] as exited,
        (array_agg(unseen order by ended desc, lasts desc, exited desc nulls last))[1] as unseen,
        bool_or(by_phone) as by_phone, bool_or(not by_phone) as by_badge
      from (
        select *, count(*) filter (where starts) over (partition by zone_id, user_id order by began, ended desc
          rows unbounded preceding) as visit
        from both_visits) grouped
      group by zone_id, user_id, visit
      union all
      select zone_id, user_id, entered, lasts, began, ended, exited, unseen, true, false
      from phone_visits where (zone_id, user_id) not in (select zone_id, user_id from badge_visits)),
    numbered as (
      select v.zone_id, v.user_id, entered, exited, unseen, lasts, began, ended, by_phone, by_badge, midnights, width_bucket(began, midnights) as first,
        width_bucket(greatest(began, ended - interval '1 microsecond'), midnights) as last
      from visits v join days d on d.id = v.zone_id where ended >= began),
    parts as (
      select zone_id, user_id, ${scope.from}::date + first - 1 as day, began, ended, lasts, true as begins, entered, exited, unseen,
        by_phone, by_badge
      from numbered where first = last
      union all
      select v.zone_id, v.user_id, ${scope.from}::date + n - 1, greatest(v.began, d.midnights[n]), least(v.ended, d.midnights[n + 1]),
        v.lasts and n = v.last, n = v.first, v.entered, v.exited, v.unseen,
        v.by_phone and (not v.by_badge or ${overlapsVisits('phone_visits')}), v.by_badge and (not v.by_phone or ${overlapsVisits('badge_visits')})
      from numbered v join days d on d.id = v.zone_id cross join generate_series(v.first, v.last) n
      where v.first < v.last)`

/**
 * Split at the zone's midnights. An open visit of an unseen person ends at the last reading. A day with a clock change has its true
 * length.
 */
export const listMeasuredDays = (tx: Tx, scope: Scope) =>
  many(tx)<MeasuredDayRow>`
    with ${visitSegments(scope)}
    select p.zone_id, p.user_id, to_char(p.day, 'YYYY-MM-DD') as day, min(p.began) as first_in,
      case when bool_or(p.lasts) then null else max(p.ended) end as last_out, min(p.entered) as entered_at,
      case when max(p.began) filter (where p.exited is null) = max(p.began) then null else max(p.exited) end as left_at,
      case when max(p.began) filter (where p.unseen is not null) = max(p.began) then max(p.unseen) end as unseen_since,
      bool_or(p.by_phone) as by_phone, bool_or(p.by_badge) as by_badge,
      count(*)::int as visits,
      count(*) filter (where p.begins)::int as visits_begun,
      round(sum(extract(epoch from p.ended - p.began)))::int as inside_s
    from parts p
    group by p.zone_id, p.user_id, p.day
    having ${scopeMemberCondition} limit ${maxRows}`

/** A person's time inside during the shifts of a day. */
export type ShiftPresenceRow = {
  readonly zone_id: string
  readonly user_id: string
  readonly day: string
  /** The first and last moments inside during the shifts that begin on this day; null if the person did not attend them. */
  readonly came: Date | null
  readonly left: Date | null
  /** Seconds inside during those shifts; 0 if the person did not attend them. */
  readonly in_shifts_s: number
  /** Time inside within any shift on this calendar day, including a shift that began the evening before. */
  readonly covered_s: number
}

/** Compares the visits with the shifts from `expected_shifts`, including those that end on the next day. */
export async function listShiftPresence(
  tx: Tx,
  scope: Scope,
  userIds: readonly string[] | undefined,
): Promise<ShiftPresenceRow[]> {
  const widerScope = { ...scope, from: shiftDay(scope.from, -1), to: shiftDay(scope.to, 1) }
  return many(tx)<ShiftPresenceRow>`
    with ${visitSegments(widerScope)},
    shifts as materialized (
      select e.zone_id, e.user_id, e.day, e.starts_at, e.ends_at, e.day + next as key
      from expected_shifts(${[...scope.zoneIds]}::uuid[], ${widerScope.from}::date, ${scope.to}::date, ${scope.installation},
        ${userIds ? [...userIds] : null}::uuid[]) e
        join z on z.id = e.zone_id
        cross join generate_series(0, local_day(e.ends_at - interval '1 microsecond', z.tz) - e.day) next
      where e.starts_at is not null),
    met as (
      select s.zone_id, s.user_id, s.day, s.key, greatest(p.began, s.starts_at) as began, least(p.ended, s.ends_at) as ended
      from shifts s join parts p on p.zone_id = s.zone_id and p.user_id = s.user_id and p.day = s.key
        and p.began < s.ends_at and p.ended > s.starts_at),
    own as (
      select zone_id, user_id, day, min(began) as came, max(ended) as left, sum(extract(epoch from ended - began)) as in_shifts_s
      from met group by 1, 2, 3),
    covered as (
      select zone_id, user_id, key as day, sum(extract(epoch from ended - began)) as covered_s from met group by 1, 2, 3)
    select zone_id, user_id, to_char(day, 'YYYY-MM-DD') as day, o.came, o.left,
      coalesce(round(o.in_shifts_s), 0)::int as in_shifts_s, coalesce(round(c.covered_s), 0)::int as covered_s
    from own o full join covered c using (zone_id, user_id, day)
    where day between ${scope.from}::date and ${scope.to}::date limit ${maxRows}`
}

/** Lists the people a report is limited to; undefined if it covers everybody. */
export async function listScopePeople(tx: Tx, { groupId, userId }: Scope): Promise<string[] | undefined> {
  if (userId !== null) return [userId]
  if (groupId === null) return undefined
  const rows = await many(tx)<{ user_id: string }>`
    select user_id from group_members where group_id = ${groupId}`
  return rows.map(row => row.user_id)
}

/** Limits visits to people with a state in the zone, because a former member's visits are visible only to that person. */
const scopeMemberCondition = sql`exists (select from presence_tracking t where t.zone_id = p.zone_id and t.user_id = p.user_id)`

export type DoubtfulDayRow = {
  readonly zone_id: string
  readonly user_id: string
  readonly day: string
  readonly refused: number
  readonly uncertain: number
}

/** Counts refused and uncertain readings per person, zone and day. Index: position_checks_doubtful. */
export async function listDoubtfulDays(tx: Tx, scope: Scope): Promise<DoubtfulDayRow[]> {
  const sourceFunction = sql.ref(scope.asActor ? 'actor_doubtful' : 'count_doubtful')
  const { zoneIds, from, to, installation } = scope
  return many(tx)<DoubtfulDayRow>`
    select p.zone_id, p.user_id, to_char(p.day, 'YYYY-MM-DD') as day, p.refused, p.uncertain
    from ${sourceFunction}(${[...zoneIds]}::uuid[], ${from}::date, ${to}::date, ${installation}) p
    where ${scopeMemberCondition} ${peopleCondition(scope, 'p.user_id')} limit ${maxRows}`
}

/** Reads the names of the people in a report's rows, as far as the requester may see them. */
export async function readNamesById(tx: Tx, userIds: readonly string[]): Promise<Map<string, NameRow>> {
  const rows = await many(tx)<NameRow & { id: string }>`
    select id, first_name, last_name, user_code from user_profiles where id = any(${[...userIds]}::uuid[])`
  return new Map(rows.map(row => [row.id, row]))
}
export type NameRow = { readonly first_name: string; readonly last_name: string; readonly user_code: string }

export type ZoneTimeZoneRow = { readonly id: string; readonly name: string; readonly tz: string }

/** Lists a report's zones with their time zones. */
export const listZoneTimeZones = (tx: Tx, zoneIds: readonly string[], defaultTimeZone: string) =>
  many(tx)<ZoneTimeZoneRow>`
    select id, name, zone_time_zone(id, ${defaultTimeZone}) as tz from zones where id = any(${[...zoneIds]}::uuid[]) order by name_order, id`
