-- Returns the last positions of the people of a zone, for the live map. No request may read these columns; this function answers
-- only people who may track live locations there.
create function located_members(target_zone uuid) returns table (user_id uuid, latitude double precision, longitude double precision)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.user_id, p.latitude, p.longitude from presence_tracking p
  where p.zone_id = target_zone and p.consent = 'given' and target_zone in (select actor_zones_with('track_live_locations'))
$$;
