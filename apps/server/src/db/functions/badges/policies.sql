-- People who may see who is inside a zone see its badges and their events; people see their own. Those who may change the zone assign
-- badges, and keep the settings and the keys, whose hashes they may not read. Only the server writes what readers send.
create policy keep on badge_keys to muster_app using (zone_id in (select actor_zones_with('edit_zones')));
create policy add on badge_keys as restrictive for insert to muster_app with check (created_by = (select actor_id()));
grant select (id, zone_id, name, request_id, created_by, created_at, last_used_at, events_since, events),
  insert (zone_id, name, key_hash, request_id, created_by), update (key_hash), delete on badge_keys to muster_app;

create policy see_own on badges for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on badges for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
create policy keep on badges to muster_app using (zone_id in (select actor_zones_with('edit_zones'))) with check (
  zone_id in (select actor_zones_with('edit_zones')) and (user_id is null or exists (
    select from zone_assignments a where a.zone_id = badges.zone_id and a.user_id = badges.user_id and a.accepted_at is not null)));
grant select, insert (zone_id, number, user_id, holder, company, phone), update (user_id, holder, company, phone, assigned_at), delete
  on badges to muster_app;

create policy see_own on badge_events for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on badge_events for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
create policy claim on badge_events for update to muster_app using (
  user_id is null and holder = '' and zone_id in (select actor_zones_with('edit_zones')))
  with check (zone_id in (select actor_zones_with('edit_zones')));
grant select, update (user_id, holder) on badge_events to muster_app;

create policy see on badge_states for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
create policy dismiss on badge_states for update to muster_app using (zone_id in (select actor_zones_with('edit_zones')));
grant select, update (dismissed_at, changed_at) on badge_states to muster_app;

create policy keep on badge_settings to muster_app using (zone_id in (select actor_zones_with('edit_zones')));
grant select, insert (zone_id, days), update (days) on badge_settings to muster_app;
