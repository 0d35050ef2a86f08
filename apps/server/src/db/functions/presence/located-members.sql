-- Returns the last positions of the people in a zone, for the live map. No request may read these columns directly. The function
-- only returns them to people who may track live locations in the zone.
create function located_members(target_zone uuid) returns table (user_id uuid, latitude double precision, longitude double precision)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.user_id, p.latitude, p.longitude from presence_tracking p
  where p.zone_id = target_zone and p.consent = 'given' and target_zone in (select actor_zones_with('track_live_locations'))
$$;
