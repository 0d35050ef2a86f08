-- Counts uncertain readings by zone, person and day. `refused` counts readings from manual checks that were rejected as too
-- inaccurate, so that the person saw the rejection (isUnclear in packages/domain/src/presence.ts; 50 m is decisiveAccuracyLimitM).
-- `uncertain` counts all others.
create function count_doubtful(zones_asked uuid[], first_day date, last_day date, installation text)
returns table (zone_id uuid, user_id uuid, day date, refused integer, uncertain integer)
language sql stable as $$
  with z as (select id, zone_time_zone(id, installation) as tz from unnest(zones_asked) id)
  select c.zone_id, c.user_id, local_day(c.captured_at, z.tz),
    (count(*) filter (where c.source = 'manual' and c.accuracy_meters > 50))::int,
    (count(*) filter (where not (c.source = 'manual' and c.accuracy_meters > 50) or c.accuracy_meters is null))::int
  from z join position_checks c on c.zone_id = z.id and not c.certain
    and c.captured_at >= first_day::timestamp at time zone z.tz and c.captured_at < (last_day + 1)::timestamp at time zone z.tz
  group by 1, 2, 3
$$;

-- Returns the counts of count_doubtful for the actor and for zones whose attendance they may view. It runs as the owner, because
-- people who may view attendance may not read positions outside a zone, but may read their counts.
create function actor_doubtful(zones_asked uuid[], first_day date, last_day date, installation text)
returns table (zone_id uuid, user_id uuid, day date, refused integer, uncertain integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.* from count_doubtful(zones_asked, first_day, last_day, installation) c
  where c.user_id = actor_id() or c.zone_id in (select actor_zones_with('view_attendance'))
$$;
