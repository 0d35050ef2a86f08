-- Positions are for who may track live locations; that somebody is inside is for more.
grant select (id, zone_id, user_id, is_inside_zone, accuracy_meters, tracking_source, entry_time, exit_time,
  captured_at, received_at, created_at) on presence_tracking to muster_app;
create function located_members(target_zone uuid) returns table (user_id uuid, latitude double precision, longitude double precision)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.user_id, p.latitude, p.longitude from presence_tracking p
  where p.zone_id = target_zone and target_zone in (select actor_zones_with('track_live_locations'))
$$;
