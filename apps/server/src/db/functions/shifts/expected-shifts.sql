-- Returns the expected shifts in these zones, for these people or for everybody, from `first_day` to `last_day` inclusive, at most
-- 401 days. For each member and day:
--
-- - One row for each shift that begins on the day and after the person became a member, in order, in the zone's local time. A shift
-- over a clock change has its true length, a shift within a skipped hour is left out, and overlapping shifts are merged.
-- - On a holiday, one row with its name, without a shift.
-- - On a plan's day off, one row with only the plan's name.
-- - Without a valid plan, no row.
--
-- A valid plan for a person's group replaces the zone's plans, including its days off. With `kept_since`, earlier days are left
-- out, because their visits are no longer stored. Callers get their own days and everybody's in zones whose people they see.
create function expected_shifts(zone_ids uuid[], first_day date, last_day date, installation text, people uuid[] default null, kept_since timestamptz default null)
returns table (zone_id uuid, user_id uuid, day date, starts_at timestamptz, ends_at timestamptz, grace_minutes integer, plan text, holiday text)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  with
    zone as materialized (
      select z.id, zone_time_zone(z.id, installation) as clocks from unnest(zone_ids) z (id)),
    calendar as materialized (
      select z.id as zone_id, z.clocks, first_day + n as day from zone z cross join generate_series(0, least(last_day - first_day, 400)) n
      where kept_since is null or (first_day + n)::timestamp at time zone z.clocks >= kept_since),
    -- Each plan on each day it is valid. Computed once for all people.
    slot as materialized (
      select p.zone_id, p.group_id, p.id, p.name, p.grace_minutes::integer as grace, c.day, s.starts_at, s.ends_at
      from shift_plans p
        join calendar c on c.zone_id = p.zone_id and c.day >= p.valid_from and (p.valid_until is null or c.day <= p.valid_until)
        left join lateral (
          select (c.day + p.starts) at time zone c.clocks as starts_at,
            (c.day + (p.ends <= p.starts)::integer + p.ends) at time zone c.clocks as ends_at
        ) s on extract(isodow from c.day)::smallint = any (p.days) and s.ends_at > s.starts_at),
    person as materialized (
      select a.zone_id, a.user_id, m.since, (m.since at time zone z.clocks)::date as since_day
      from zone_assignments a join zone z on z.id = a.zone_id
        cross join lateral (select greatest(a.assigned_at, a.accepted_at) as since) m
      -- Client admins administer zones and are not expected inside.
      where a.accepted_at is not null and a.role <> 'client_admin' and (people is null or a.user_id = any (people))),
    grouped as materialized (
      select m.zone_id, m.user_id, s.day, s.id, s.name, s.grace, s.starts_at, s.ends_at
      from slot s join group_members m on m.group_id = s.group_id and m.zone_id = s.zone_id),
    applying as (
      select p.zone_id, p.user_id, p.since, g.day, g.id, g.name, g.grace, g.starts_at, g.ends_at
      from person p join grouped g on g.zone_id = p.zone_id and g.user_id = p.user_id and g.day >= p.since_day
      union all
      select p.zone_id, p.user_id, p.since, s.day, s.id, s.name, s.grace, s.starts_at, s.ends_at
      from person p join slot s on s.zone_id = p.zone_id and s.group_id is null and s.day >= p.since_day
      where not exists (select from grouped g where g.zone_id = p.zone_id and g.user_id = p.user_id and g.day = s.day)),
    counted as (
      select a.*, count(a.starts_at) over (its rows between unbounded preceding and unbounded following) as works,
        row_number() over its as place, max(a.ends_at) over (its rows between unbounded preceding and 1 preceding) as busy_until
      from applying a left join zone_holidays h on h.zone_id = a.zone_id and h.day = a.day
      where h.day is null
      window its as (partition by a.zone_id, a.user_id, a.day order by a.starts_at nulls last, a.id)),
    numbered as (
      select c.*, count(*) filter (where c.busy_until is null or c.starts_at >= c.busy_until) over (
        partition by c.zone_id, c.user_id, c.day order by c.starts_at nulls last, c.id) as shift
      from counted c where c.starts_at is not null),
    found as (
      select n.zone_id, n.user_id, n.day, min(n.starts_at) as starts_at, max(n.ends_at) as ends_at, max(n.grace) as grace,
        string_agg(distinct n.name, ', ' order by n.name) as plan, null::text as holiday
      from numbered n group by n.zone_id, n.user_id, n.day, n.shift having min(n.starts_at) >= min(n.since)
      union all
      select c.zone_id, c.user_id, c.day, null, null, null, c.name, null from counted c where c.works = 0 and c.place = 1
      union all
      select p.zone_id, p.user_id, h.day, null, null, null, null, h.name
      from person p join zone_holidays h on h.zone_id = p.zone_id and h.day >= p.since_day
        join calendar c on c.zone_id = h.zone_id and c.day = h.day)
  select f.zone_id, f.user_id, f.day, f.starts_at, f.ends_at, f.grace, f.plan, f.holiday
  from found f order by f.zone_id, f.user_id, f.day, f.starts_at;
end $$;
