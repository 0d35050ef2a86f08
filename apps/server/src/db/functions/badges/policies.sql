-- People who may see who is inside a zone see its badges and their events; people see their own. Keys and settings are for those who
-- may change the zone. The server writes the rows, after the permission of the call was checked.
create policy see on badge_keys for select to muster_app using (zone_id in (select actor_zones_with('edit_zones')));
grant select (id, zone_id, name, request_id, created_by, created_at, last_used_at, events_since, events) on badge_keys to muster_app;

create policy see_own on badges for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on badges for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
grant select on badges to muster_app;

create policy see_own on badge_events for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on badge_events for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
grant select on badge_events to muster_app;

create policy see on badge_states for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
grant select on badge_states to muster_app;

create policy see on badge_settings for select to muster_app using (zone_id in (select actor_zones_with('edit_zones')));
grant select on badge_settings to muster_app;
