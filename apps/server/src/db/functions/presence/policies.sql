-- Positions are for who may track live locations (zone_people); that somebody is inside is for more.
grant select (id, zone_id, user_id, is_inside_zone, accuracy_meters, tracking_source, entry_time, exit_time,
  captured_at, received_at, created_at) on presence_tracking to muster_app;
create policy see_own on presence_tracking for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on presence_tracking for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));

create policy see_own on presence_history for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on presence_history for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
grant select on presence_history to muster_app;

create policy see_own on position_checks for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on position_checks for select to muster_app using (zone_id in (select actor_zones_with('track_live_locations')));
grant select on position_checks to muster_app;
