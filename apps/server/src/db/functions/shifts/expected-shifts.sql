-- When people were to be in their zones from one day to another, both included. For each member, from the day they were assigned on:
--   a row for each shift that begins on the day, in their order, by the clocks of the zone: one over a change of clocks has its true length;
--   on a holiday one row that names it, without a shift;
--   on a day off of a plan one row that names the plan alone. Where no plan holds there is no row: nothing is known of such a day.
-- A plan of a group somebody is in takes the place of those of the zone for as long as it is valid, its days off included. Who asks gets
-- what they may see: their own days, and those of the zones whose people they see. As plpgsql because zone_time_zone is made after it.
create function expected_shifts(zone_ids uuid[], first_day date, last_day date, installation text)
returns table (zone_id uuid, user_id uuid, day date, starts_at timestamptz, ends_at timestamptz, grace_minutes integer, plan text, holiday text)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  with
    zone as materialized (
      select z.id, zone_time_zone(z.id, installation) as clocks from unnest(zone_ids) z (id)),
    calendar as materialized (
      select first_day + n as day from generate_series(0, least(last_day - first_day, 400)) n),
    -- Each plan on each day it is valid, once for all people.
    slot as materialized (
      select p.zone_id, p.group_id, p.id, p.name, p.grace_minutes::integer as grace, c.day,
        case when works then (c.day + p.starts) at time zone z.clocks end as starts_at,
        case when works then (c.day + (p.ends <= p.starts)::integer + p.ends) at time zone z.clocks end as ends_at
      from shift_plans p join zone z on z.id = p.zone_id
        join calendar c on c.day >= p.valid_from and (p.valid_until is null or c.day <= p.valid_until)
        cross join lateral (select extract(isodow from c.day)::smallint = any (p.days) as works) w),
    person as materialized (
      select a.zone_id, a.user_id, (a.assigned_at at time zone z.clocks)::date as since
      from zone_assignments a join zone z on z.id = a.zone_id where a.accepted_at is not null),
    grouped as materialized (
      select m.zone_id, m.user_id, s.day, s.id, s.name, s.grace, s.starts_at, s.ends_at
      from slot s join group_members m on m.group_id = s.group_id and m.zone_id = s.zone_id),
    applying as (
      select p.zone_id, p.user_id, g.day, g.id, g.name, g.grace, g.starts_at, g.ends_at
      from person p join grouped g on g.zone_id = p.zone_id and g.user_id = p.user_id and g.day >= p.since
      union all
      select p.zone_id, p.user_id, s.day, s.id, s.name, s.grace, s.starts_at, s.ends_at
      from person p join slot s on s.zone_id = p.zone_id and s.group_id is null and s.day >= p.since
      where not exists (select from grouped g where g.zone_id = p.zone_id and g.user_id = p.user_id and g.day = s.day)),
    counted as (
      select a.*, count(a.starts_at) over its as works, row_number() over its as place
      from applying a left join zone_holidays h on h.zone_id = a.zone_id and h.day = a.day
      where h.day is null
      window its as (partition by a.zone_id, a.user_id, a.day order by a.starts_at nulls last, a.id
        rows between unbounded preceding and unbounded following)),
    found as (
      select c.zone_id, c.user_id, c.day, c.starts_at, c.ends_at, case when c.works > 0 then c.grace end as grace, c.name as plan, null::text as holiday
      from counted c where c.starts_at is not null or c.works = 0 and c.place = 1
      union all
      select p.zone_id, p.user_id, h.day, null, null, null, null, h.name
      from person p join zone_holidays h on h.zone_id = p.zone_id and h.day >= p.since and h.day between first_day and last_day)
  select f.zone_id, f.user_id, f.day, f.starts_at, f.ends_at, f.grace, f.plan, f.holiday
  from found f order by f.zone_id, f.user_id, f.day, f.starts_at;
end $$;
