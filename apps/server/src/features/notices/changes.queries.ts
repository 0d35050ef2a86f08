import { limits } from '@muster/domain/limits.ts'
import type { Tx } from '../../db/database.ts'
import { many } from '../../db/rows.ts'

export type ZoneChange = {
  readonly rule_id: string
  readonly user_id: string
  readonly zone_id: string
  readonly zone_name: string
  readonly kind: 'zone_empty' | 'zone_above' | 'zone_full'
  readonly threshold: number | null
  /** Everybody inside, as zone cards count them, and the parts of that number. */
  readonly occupancy: number
  readonly by_phone: number
  readonly by_badge: number
  readonly visitors: number
  readonly unseen: number
  readonly capacity: number | null
}

/**
 * Counts everybody inside, as zone cards do. A new rule only learns the state. A number has to fall below its limit first; zone_empty
 * is not repeated within 15 minutes, because a phone at the fence goes in and out. Locked rules are evaluated again, so two nodes return no change twice.
 */
export const takeZoneChanges = (tx: Tx) =>
  many(tx)<ZoneChange>`
    with next_state as (
      select r.id, r.reached as was_reached, its.reached
      from notice_rules r join zones z on z.id = r.zone_id
        cross join lateral (select case r.kind when 'zone_empty' then null when 'zone_above' then r.threshold else z.max_capacity end as max_people) bound
        cross join lateral (select case
          when r.kind = 'zone_empty' then z.current_occupancy = 0
          when z.current_occupancy > bound.max_people then true
          when z.current_occupancy < greatest(bound.max_people, 1) or bound.max_people is null then false
          else coalesce(r.reached, false) end as reached) its
      where r.enabled and r.kind in ('zone_empty', 'zone_above', 'zone_full') and r.reached is distinct from its.reached
      order by r.id for no key update of r),
    updated as (
      update notice_rules r set reached = m.reached from next_state m where r.id = m.id
      returning r.id, r.user_id, r.zone_id, r.kind, r.threshold, m.was_reached, m.reached),
    emptied as (
      insert into sent_notices as s (rule_id, occasion)
        select id, 'empty' from updated where kind = 'zone_empty' and not was_reached and reached order by id
        on conflict (rule_id, occasion) do update set created_at = now() where s.created_at < now() - interval '15 minutes'
        returning rule_id)
    select u.id as rule_id, u.user_id, u.zone_id, z.name as zone_name, u.kind, u.threshold,
      z.current_occupancy as occupancy, z.phone_occupancy as by_phone, z.badge_occupancy as by_badge, z.visitor_occupancy as visitors,
      z.unseen_occupancy as unseen, z.max_capacity as capacity
    from updated u join zones z on z.id = u.zone_id
    where not u.was_reached and u.reached and (u.kind <> 'zone_empty' or u.id in (select rule_id from emptied)) and may_watch_zone(u.user_id, u.zone_id) order by u.id`

export type PersonChange = {
  readonly rule_id: string
  readonly recipient: string
  readonly zone_id: string
  readonly zone_name: string
  readonly user_id: string
  readonly name: string
  /** `visited` is an entry followed by an exit since the last run. */
  readonly change: 'entered' | 'left' | 'visited'
  /** Times of the day in the zone's time zone, such as `08:05`. */
  readonly entry_clock: string | null
  readonly exit_clock: string | null
  readonly entry_ms: number | null
  readonly exit_ms: number | null
}

/**
 * Confirmed, recent, and still visible to the follower. Changes without location consent, or too late, are only recorded. A
 * corrected time of a reported entry or exit is no change.
 */
export const takePersonChanges = (tx: Tx, defaultTimeZone: string) =>
  many(tx)<PersonChange>`
    with next_state as (
      select p.rule_id, p.user_id, case when t.captured_at is not null then t.is_inside_zone end as inside, t.entry_time, t.exit_time, its.change
      from notice_rules r join notice_people p on p.rule_id = r.id
        join presence_tracking t on t.user_id = p.user_id and t.zone_id = p.zone_id
        cross join lateral (select case
          when p.inside is null or t.captured_at is null then null
          when not p.inside and t.is_inside_zone then 'entered'
          when p.inside and not t.is_inside_zone then 'left'
          when not p.inside and t.exit_time > coalesce(p.exit_time, '-infinity')
            and t.entry_time > coalesce(p.exit_time, '-infinity') then 'visited' end as change) its
      where r.enabled and r.kind = 'people'
        and ((p.inside is null) <> (t.captured_at is null) or its.change is not null)
      order by p.rule_id, p.user_id for no key update of p),
    updated as (
      update notice_people p set inside = m.inside, exit_time = coalesce(m.exit_time, p.exit_time)
      from next_state m where p.rule_id = m.rule_id and p.user_id = m.user_id
      returning p.rule_id, p.zone_id, p.user_id, m.change, m.entry_time, m.exit_time)
    select u.rule_id, r.user_id as recipient, u.zone_id, z.name as zone_name, u.user_id,
      trim(person.first_name || ' ' || person.last_name) as name, u.change,
      to_char(u.entry_time at time zone zone_time_zone(u.zone_id, ${defaultTimeZone}), 'HH24:MI') as entry_clock,
      to_char(u.exit_time at time zone zone_time_zone(u.zone_id, ${defaultTimeZone}), 'HH24:MI') as exit_clock,
      date_part('epoch', u.entry_time) * 1000 as entry_ms, date_part('epoch', u.exit_time) * 1000 as exit_ms
    from updated u join notice_rules r on r.id = u.rule_id join zones z on z.id = u.zone_id
      join user_profiles person on person.id = u.user_id
      join presence_tracking t on t.user_id = u.user_id and t.zone_id = u.zone_id and t.consent = 'given'
    where u.change is not null
      and case u.change when 'entered' then u.entry_time else u.exit_time end
        > now() - ${limits.noticeFreshMs}::float8 * interval '1 ms'
      and may_watch_zone(r.user_id, u.zone_id)
    order by u.rule_id, coalesce(u.exit_time, u.entry_time), u.user_id`
