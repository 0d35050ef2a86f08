import { longVisitHours } from '@muster/domain/notice.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many } from '../../db/rows.ts'

/** Minutes for which a notice that could not be sent in time is still sent. */
const lateMinutes = 15

/** Restricts shifts to the days that can contain now in any time zone. */
const nearDays = sql`(now() at time zone 'UTC')::date - 2, (now() at time zone 'UTC')::date + 1`

/** True if a plan of the zone (alias z: id, time_zone) begins or ends at a time that the condition admits; `at` is that time. */
const hasPlannedTime = (column: 'starts' | 'ends', condition: RawBuilder<unknown>) => sql<boolean>`exists (
  select from shift_plans p
    cross join lateral (select ((now() at time zone z.time_zone)::date + n + ${
      column === 'starts' ? sql`p.starts` : sql`(p.ends <= p.starts)::integer + p.ends`
    }) at time zone z.time_zone as at from generate_series(-1, 1) n) its
  where p.zone_id = z.id and ${condition})`

export type ShiftReminder = {
  readonly rule_id: string
  readonly user_id: string
  readonly zone_id: string
  readonly zone_name: string
  readonly kind: 'shift_begins' | 'shift_ends'
  readonly shift: string
  readonly clock: string
  readonly occasion: string
}

/** Takes the reminders of shifts that begin or end within the minutes that their people chose, each once. */
export async function takeShiftReminders(tx: Tx, defaultTimeZone: string): Promise<ShiftReminder[]> {
  const soon = sql`its.at > now() and its.at <= now() + interval '121 minutes'`
  return many(tx)<ShiftReminder>`
    with owner as materialized (
      select distinct user_id from notice_rules where enabled and kind in ('shift_begins', 'shift_ends')),
    z as materialized (
      select s.id, s.time_zone from (
        select distinct a.zone_id as id, zone_time_zone(a.zone_id, ${defaultTimeZone}) as time_zone
        from owner o join zone_assignments a on a.user_id = o.user_id join zones on zones.id = a.zone_id and zones.status = 'active') s),
    near as (select z.id from z where ${hasPlannedTime('starts', soon)} or ${hasPlannedTime('ends', soon)}),
    shift as (
      select s.* from expected_shifts(array(select id from near), ${nearDays}, ${defaultTimeZone}, array(select user_id from owner)) s
      where s.starts_at is not null),
    due as (
      select r.id as rule_id, r.user_id, s.zone_id, r.kind, s.plan as shift, its.at,
        r.kind || ':' || s.zone_id || ':' || date_part('epoch', its.at) as occasion
      from shift s join notice_rules r on r.user_id = s.user_id and r.enabled and r.kind in ('shift_begins', 'shift_ends')
        cross join lateral (select case r.kind when 'shift_begins' then s.starts_at else s.ends_at end as at) its
      where its.at > now() and its.at <= now() + r.threshold * interval '1 minute'),
    sent as (
      insert into sent_notices (rule_id, occasion) select rule_id, occasion from due order by 1, 2
      on conflict do nothing returning rule_id, occasion)
    select d.rule_id, d.user_id, d.zone_id, z.name as zone_name, d.kind, d.shift, d.occasion,
      to_char(d.at at time zone zone_time_zone(d.zone_id, ${defaultTimeZone}), 'HH24:MI') as clock
    from sent join due d using (rule_id, occasion) join zones z on z.id = d.zone_id order by d.rule_id, d.occasion`
}

export type ForgottenCheckOut = {
  readonly rule_id: string
  readonly user_id: string
  readonly zone_id: string
  readonly zone_name: string
  readonly clock: string
  readonly occasion: string
}

/**
 * Takes the open visits whose people are still counted as inside some minutes after their shift ended or, without a planned shift,
 * for longer than `longVisitHours`; each visit once.
 */
export async function takeForgottenCheckOuts(tx: Tx, defaultTimeZone: string): Promise<ForgottenCheckOut[]> {
  const lately = sql`its.at <= now() and its.at > now() - interval '1 day' and its.at > c.entry_time`
  return many(tx)<ForgottenCheckOut>`
    with candidate as materialized (
      select r.id as rule_id, r.user_id, r.threshold, h.zone_id, h.entry_time, 'forgotten:' || h.id as occasion,
        zone_time_zone(h.zone_id, ${defaultTimeZone}) as time_zone
      from notice_rules r join presence_tracking t on t.user_id = r.user_id and t.is_inside_zone and t.consent = 'given'
        join presence_history h on h.user_id = t.user_id and h.zone_id = t.zone_id and h.exit_time is null
        join zones on zones.id = h.zone_id and zones.status = 'active'
      where r.enabled and r.kind = 'forgotten_check_out'
        and not exists (select from sent_notices s where s.rule_id = r.id and s.occasion = 'forgotten:' || h.id)),
    late as materialized (
      select c.* from candidate c cross join lateral (select c.zone_id as id, c.time_zone) z
      where c.entry_time < now() - ${longVisitHours} * interval '1 hour' or ${hasPlannedTime('ends', lately)}),
    shift as materialized (
      select s.* from expected_shifts(array(select distinct zone_id from late), ${nearDays}, ${defaultTimeZone},
        array(select distinct user_id from late)) s
      where s.starts_at <= now() and s.ends_at > now() - interval '1 day'),
    due as (
      select l.* from late l
      where not exists (select from shift s where s.zone_id = l.zone_id and s.user_id = l.user_id
          and s.ends_at > now() - l.threshold * interval '1 minute')
        and (l.entry_time < now() - ${longVisitHours} * interval '1 hour'
          or exists (select from shift s where s.zone_id = l.zone_id and s.user_id = l.user_id and s.ends_at > l.entry_time))),
    sent as (
      insert into sent_notices (rule_id, occasion) select rule_id, occasion from due order by 1, 2
      on conflict do nothing returning rule_id, occasion)
    select d.rule_id, d.user_id, d.zone_id, z.name as zone_name, d.occasion,
      to_char(d.entry_time at time zone d.time_zone, 'HH24:MI') as clock
    from sent join due d using (rule_id, occasion) join zones z on z.id = d.zone_id order by d.rule_id, d.occasion`
}

export type AbsentPeople = {
  readonly rule_id: string
  readonly user_id: string
  readonly zone_id: string
  readonly zone_name: string
  readonly shift: string
  readonly clock: string
  readonly occasion: string
  /** Sorted by name, without those whose day is excused. */
  readonly people: readonly { readonly id: string; readonly name: string }[]
}

/**
 * Once per rule. People without location consent are left out, because nobody can know whether they are there. Shifts that nobody
 * misses are taken, but not returned.
 */
export async function takeAbsentPeople(tx: Tx, defaultTimeZone: string): Promise<AbsentPeople[]> {
  const maxGrace = sql`(select max(g.grace_minutes) from shift_plans g where g.zone_id = z.id)`
  const hasJustBegun = sql`its.at <= now() and its.at > now() - (${maxGrace} + ${lateMinutes}) * interval '1 minute'`
  const rows = await many(tx)<AbsentPeople>`
    with rule as materialized (
      select r.id, r.user_id, r.zone_id from notice_rules r
      where r.enabled and r.kind = 'absent' and may_watch_zone(r.user_id, r.zone_id)),
    z as materialized (
      select s.zone_id as id, zone_time_zone(s.zone_id, ${defaultTimeZone}) as time_zone from (select distinct zone_id from rule) s),
    near as (select z.id from z where ${hasPlannedTime('starts', hasJustBegun)}),
    shift as materialized (
      select s.* from expected_shifts(array(select id from near), ${nearDays}, ${defaultTimeZone}) s
      where s.starts_at + s.grace_minutes * interval '1 minute' <= now()
        and s.starts_at + s.grace_minutes * interval '1 minute' > now() - ${lateMinutes} * interval '1 minute'),
    missing as (
      select s.zone_id, s.starts_at, s.plan, u.id, trim(u.first_name || ' ' || u.last_name) as name
      from shift s join user_profiles u on u.id = s.user_id and u.status = 'active'
        join presence_tracking t on t.user_id = s.user_id and t.zone_id = s.zone_id and t.consent = 'given'
      where not exists (select from presence_history h where h.user_id = s.user_id and h.zone_id = s.zone_id
          and (h.exit_time is null or h.exit_time > s.starts_at))
        and not coalesce((select c.excused and not c.withdrawn from attendance_corrections c
          where c.zone_id = s.zone_id and c.user_id = s.user_id and c.day = s.day order by c.corrected_at desc, c.id desc limit 1), false)),
    due as (
      select r.id as rule_id, r.user_id, s.zone_id, s.starts_at, s.plan,
        'absent:' || date_part('epoch', s.starts_at) || ':' || md5(s.plan) as occasion
      from (select distinct zone_id, starts_at, plan from shift) s join rule r on r.zone_id = s.zone_id),
    sent as (
      insert into sent_notices (rule_id, occasion) select rule_id, occasion from due order by 1, 2
      on conflict do nothing returning rule_id, occasion)
    select d.rule_id, d.user_id, d.zone_id, zones.name as zone_name, d.plan as shift, d.occasion,
      to_char(d.starts_at at time zone zone_time_zone(d.zone_id, ${defaultTimeZone}), 'HH24:MI') as clock,
      (select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by m.name, m.id) from missing m
        where m.zone_id = d.zone_id and m.starts_at = d.starts_at and m.plan = d.plan and m.id <> d.user_id) as people
    from sent join due d using (rule_id, occasion) join zones on zones.id = d.zone_id
    order by d.rule_id, d.occasion`
  return rows.filter(it => it.people !== null)
}
