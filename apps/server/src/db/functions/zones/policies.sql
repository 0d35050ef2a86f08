-- Writes that reach beyond the actor (creating a zone with its first member, adding a member by code, ending a membership) go
-- through the functions in this folder, which check permissions. No grant allows them directly.
create policy see_own on zones for select to muster_app using (id in (select actor_zones()));
create policy edit on zones for update to muster_app using (id in (select actor_zones_with('edit_zones')));
-- Requests may not update the status: a policy does not see the old value, and editing a zone does not include opening or closing
-- it.
grant select, update (name, description, max_capacity, shape, start_lat, start_lng, end_lat, end_lng) on zones to muster_app;

create policy see_own on zone_coordinates for select to muster_app using (zone_id in (select actor_zones()));
grant select on zone_coordinates to muster_app;

create policy see_history on zone_shapes for select to muster_app using (zone_id in (select actor_zones_with('edit_zones')));
grant select on zone_shapes to muster_app;

create policy see_own on zone_assignments for select to muster_app using (user_id = (select actor_id()));
create policy see_members on zone_assignments for select to muster_app using (zone_id in (select actor_zones_with('view_zone_users')));
grant select on zone_assignments to muster_app;

-- People can star only zones they can see, and only for themselves.
create policy own on starred_zones to muster_app using (user_id = (select actor_id()))
  with check (user_id = (select actor_id()) and zone_id in (select actor_zones()));
grant select, insert (user_id, zone_id), delete on starred_zones to muster_app;

create policy see_own on zone_entries for select to muster_app using (session_id = (select actor_session_id()));
grant select on zone_entries to muster_app;

create policy see_own on zone_requests for select to muster_app using (
  requested_by = (select actor_id()) and client_id in (select client_id from client_members where user_id = (select actor_id())));
create policy see_all on zone_requests for select to muster_app using ((select actor_can('approve_requests')));
grant select on zone_requests to muster_app;
