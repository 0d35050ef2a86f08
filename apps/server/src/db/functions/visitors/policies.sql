-- People who may see who is inside a zone see its visits; hosts see their own. An expected visit is cancelled by its host, or by people
-- who receive visitors. Only the server writes anything else, because visitors act without an account, and whoever comes or leaves
-- during an emergency changes its roll. Requests may not read the hashes.
create policy see_own on visitor_visits for select to muster_app using (
  host_id = (select actor_id()) or created_by = (select actor_id()));
create policy see_zone on visitor_visits for select to muster_app using (
  zone_id in (select actor_zones_with('view_attendance')));
create policy cancel on visitor_visits for delete to muster_app using (signed_in_at is null and (
  host_id = (select actor_id()) and zone_id in (select actor_zones_with('view_zones')) or zone_id in (select actor_zones_with('link_users'))));
grant select (id, zone_id, request_id, host_id, host_name, name, name_key, company, phone, way, created_by, created_at, expected_on,
  notice_version, notice_accepted_at, signed_in_at, signed_out_at, ended, ended_by,
  badge, kiosk_id), delete on visitor_visits to muster_app;

-- People who receive visitors keep the settings. Reports say since when visits are stored.
create policy see_zone on visitor_settings for select to muster_app using (
  zone_id in (select actor_zones_with('view_attendance')));
create policy keep on visitor_settings to muster_app using (zone_id in (select actor_zones_with('link_users')));
grant select (zone_id, notice, notice_version, kept_days, asks_badge, poster_day_most, poster_made_at, stored_since),
  insert (zone_id, notice, notice_version, kept_days, asks_badge, poster_day_most, stored_since, poster_hash, poster_made_at),
  update (notice, notice_version, kept_days, asks_badge, poster_day_most, stored_since, poster_hash, poster_made_at)
  on visitor_settings to muster_app;

create policy keep on visitor_kiosks to muster_app using (zone_id in (select actor_zones_with('link_users')))
  with check (opened_by = (select actor_id()) and zone_id in (select actor_zones_with('link_users')));
grant select (id, zone_id, name, opened_by, created_at, started_at, code_expires_at, last_seen_at),
  insert (zone_id, name, code_hash, code_expires_at, opened_by), delete on visitor_kiosks to muster_app;
