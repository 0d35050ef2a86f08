-- The zones in which the actor answers what people ask for themselves: entered with the PIN, as for all that is done there.
create function actor_tracked_zones() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select tracked from actor_zones_with('track_live_locations') as tracked
  where actor_can('view_all_zones') or exists (
    select from zone_entries e
    where e.session_id = actor_session_id() and e.zone_id = tracked and e.expires_at > now())
$$;
