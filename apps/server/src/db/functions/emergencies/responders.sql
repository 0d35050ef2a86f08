-- People who may see who is inside one of the zones of an emergency see its links, and the messages to the missing. Requests may not
-- read the hashes, and only the server writes.
create policy see_zone on emergency_links for select to muster_app using (
  created_by = (select actor_id())
  or emergency_id in (select z.emergency_id from emergency_zones z where z.zone_id in (select actor_zones_with('view_attendance')))
  or zone_id is null and (select actor_can('view_all_zones')));
grant select (id, emergency_id, zone_id, created_by, created_at, expires_at, wrong_codes, locked_until, opens, opened_at, revoked_by,
  revoked_at) on emergency_links to muster_app;

create policy see_zone on emergency_link_opens for select to muster_app using (
  link_id in (
    select l.id from emergency_links l join emergency_zones z on z.emergency_id = l.emergency_id
    where z.zone_id in (select actor_zones_with('view_attendance')))
  or zone_id is null and (select actor_can('view_all_zones')));
grant select (id, link_id, zone_id, opened_at) on emergency_link_opens to muster_app;

create policy see_zone on emergency_messages for select to muster_app using (
  emergency_id in (select z.emergency_id from emergency_zones z where z.zone_id in (select actor_zones_with('view_attendance')))
  or zone_id is null and (select actor_can('view_all_zones')));
grant select on emergency_messages to muster_app;
