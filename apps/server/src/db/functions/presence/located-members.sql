-- Where the people of a zone were last, for the live map: the columns are readable by no request, and this answers only who may
-- track live locations there.
create function located_members(target_zone uuid) returns table (user_id uuid, latitude double precision, longitude double precision)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.user_id, p.latitude, p.longitude from presence_tracking p
  where p.zone_id = target_zone and p.consent = 'given' and target_zone in (select actor_zones_with('track_live_locations'))
$$;
