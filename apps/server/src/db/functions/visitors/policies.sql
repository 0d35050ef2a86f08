-- People who may see who is inside a zone see its visits; hosts see their own. Only the server writes them, because visitors act
-- without an account, and requests may not read the hashes.
create policy see_own on visitor_visits for select to muster_app using (
  host_id = (select actor_id()) or created_by = (select actor_id()));
create policy see_zone on visitor_visits for select to muster_app using (
  zone_id in (select actor_zones_with('view_attendance')));
grant select (id, zone_id, request_id, host_id, host_name, name, name_key, company, phone, way, created_by, created_at, expected_on,
  notice_version, notice_accepted_at, signed_in_at, signed_out_at, ended, ended_by,
  badge) on visitor_visits to muster_app;

-- Reports say since when visits are stored.
create policy see_zone on visitor_settings for select to muster_app using (
  zone_id in (select actor_zones_with('view_attendance')));
grant select (zone_id, kept_days, stored_since) on visitor_settings to muster_app;

create policy owner_only on visitor_kiosks using (false);
