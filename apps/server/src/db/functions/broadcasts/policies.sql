-- Senders see their own broadcasts, and people who may view a zone's users see everything sent there. Everybody else sees
-- broadcasts addressed to them and broadcasts sent to all users. Leaving the zone ends both. Recipients can read a broadcast in any
-- role, because urgent broadcasts reach everybody. Scheduled broadcasts are visible to people who may send.
create policy see on broadcasts for select to muster_app using (
  sender_id = (select actor_id())
  or zone_id in (select actor_zones_with('broadcast'))
  or zone_id is null and (select may_broadcast(null))
  or state = 'sent' and (
    zone_id in (select actor_zones_with('view_zone_users'))
    or zone_id is null and (select actor_can('view_all_zones'))
    or exists (select from broadcast_recipients r where r.broadcast_id = broadcasts.id and r.user_id = (select actor_id()))
      and (zone_id is null or zone_id in (select actor_zones_with('view_zones')))
    or cardinality(target_roles) = 0 and cardinality(target_groups) = 0 and not inside_only and (
      zone_id in (select actor_zones_with('view_broadcasts'))
      or zone_id is null and exists (select from actor_zones_with('view_broadcasts')))));
-- Anyone who may send in the zone can edit and recall its scheduled broadcasts.
create policy edit on broadcasts for update to muster_app
  using (state = 'scheduled' and id in (select actor_waiting_broadcasts()))
  with check (state in ('scheduled', 'recalled') and id in (select actor_waiting_broadcasts())
    and (media_url is null or actor_uploaded(media_url) or is_file_of_broadcast(media_url, id)));
create policy send on broadcasts for insert to muster_app
  with check (sender_id = (select actor_id()) and state = 'scheduled' and may_broadcast(zone_id)
    and (media_url is null or actor_uploaded(media_url)));
grant select, insert (request_id, title, message, priority, sender_id, zone_id, target_roles, target_groups,
  target_group_names, inside_only, answers, answer_meanings, media_url, state, send_at),
  update (title, message, priority, target_roles, target_groups, target_group_names, inside_only, answers, answer_meanings, media_url, state, send_at)
  on broadcasts to muster_app;

create policy see on broadcast_group_links for select to muster_app using (broadcast_id in (select id from broadcasts));
create policy link on broadcast_group_links for insert to muster_app
  with check (created_by = (select actor_id()) and group_id in (select id from groups)
    and (broadcast_id in (select id from broadcasts where sender_id = (select actor_id()))
      or broadcast_id in (select actor_waiting_broadcasts())));
create policy unlink on broadcast_group_links for delete to muster_app
  using (broadcast_id in (select actor_waiting_broadcasts()));
grant select, insert (broadcast_id, group_id, created_by), delete on broadcast_group_links to muster_app;

-- Recipients update their own row when they see or answer a broadcast. People who may view the zone's users see all rows.
create policy see_own on broadcast_recipients for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on broadcast_recipients for select to muster_app using (
  zone_id in (select actor_zones_with('view_zone_users')) or zone_id is null and (select actor_can('view_all_zones')));
create policy answer on broadcast_recipients for update to muster_app using (user_id = (select actor_id()));
grant select, update (state, answer, changed_at) on broadcast_recipients to muster_app;

create policy see on broadcast_templates for select to muster_app using (zone_id in (select actor_zones_with('broadcast')));
create policy keep on broadcast_templates for insert to muster_app
  with check (created_by = (select actor_id()) and zone_id in (select actor_zones_with('broadcast')));
create policy remove on broadcast_templates for delete to muster_app using (zone_id in (select actor_zones_with('broadcast')));
grant select, insert (zone_id, name, title, message, priority, answers, answer_meanings, created_by), delete on broadcast_templates to muster_app;
