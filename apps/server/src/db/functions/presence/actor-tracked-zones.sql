-- The zones in which the actor may answer requests that people made for themselves. As for every action in a zone, the PIN must
-- have been entered.
create function actor_tracked_zones() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select tracked from actor_zones_with('track_live_locations') as tracked
  where actor_can('view_all_zones') or exists (
    select from zone_entries e
    where e.session_id = actor_session_id() and e.zone_id = tracked and e.expires_at > now())
$$;
