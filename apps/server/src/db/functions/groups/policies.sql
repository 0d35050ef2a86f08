-- People who may view a zone's users see all its groups. Everybody else sees their own groups.
create policy see on groups for select to muster_app using (
  zone_id in (select actor_zones_with('view_groups'))
  and (zone_id in (select actor_zones_with('view_zone_users')) or id in (select actor_rooms())));
create policy make on groups for insert to muster_app
  with check (created_by = (select actor_id()) and zone_id in (select actor_zones_with('manage_groups')));
create policy change on groups for update to muster_app using (zone_id in (select actor_zones_with('manage_groups')));
create policy remove on groups for delete to muster_app using (zone_id in (select actor_zones_with('manage_groups')));
grant select, insert (request_id, name, description, zone_id, created_by), update (name, description), delete on groups to muster_app;

create policy see on group_members for select to muster_app using (group_id in (select id from groups));
create policy add on group_members for insert to muster_app
  with check (added_by = (select actor_id()) and zone_id in (select actor_zones_with('manage_groups'))
    and group_id in (select g.id from groups g where g.zone_id = group_members.zone_id));
create policy remove on group_members for delete to muster_app using (zone_id in (select actor_zones_with('manage_groups')));
grant select, insert (group_id, zone_id, user_id, added_by), delete on group_members to muster_app;

create policy see on group_messages for select to muster_app using (group_id in (select actor_rooms()));
create policy send on group_messages for insert to muster_app
  with check (sender_id = (select actor_id()) and group_id in (select actor_chats())
    and (file_url is null or actor_uploaded(file_url)));
create policy change on group_messages for update to muster_app
  using (sender_id = (select actor_id()) and group_id in (select actor_chats()))
  with check (sender_id = (select actor_id()) and group_id in (select actor_chats())
    and (file_url is null or actor_uploaded(file_url)));
grant select, insert (group_id, request_id, sender_id, message_text, file_url, file_name, reply_to, mentions, written_at),
  update (message_text, mentions, file_url, file_name, edited_at, deleted_at) on group_messages to muster_app;

create policy see on group_files for select to muster_app using (group_id in (select actor_rooms()));
create policy share on group_files for insert to muster_app
  with check (uploaded_by = (select actor_id()) and group_id in (select actor_chats())
    and message_id in (select id from group_messages where sender_id = (select actor_id()))
    and actor_uploaded(file_url));
create policy remove on group_files for delete to muster_app using (uploaded_by = (select actor_id()));
grant select, insert (group_id, message_id, uploaded_by, file_name, file_url, file_type, file_size), delete on group_files to muster_app;

create policy see on group_reactions for select to muster_app using (group_id in (select actor_rooms()));
create policy react on group_reactions for insert to muster_app
  with check (user_id = (select actor_id()) and group_id in (select actor_chats())
    and message_id in (select m.id from group_messages m where m.group_id = group_reactions.group_id));
create policy take_back on group_reactions for delete to muster_app using (user_id = (select actor_id()));
grant select, insert (message_id, group_id, user_id, emoji), delete on group_reactions to muster_app;

create policy see on group_reads for select to muster_app using (group_id in (select actor_rooms()));
create policy read on group_reads for insert to muster_app
  with check (user_id = (select actor_id()) and group_id in (select actor_rooms()));
create policy read_on on group_reads for update to muster_app
  using (user_id = (select actor_id()) and group_id in (select actor_rooms()));
grant select, insert (group_id, user_id, last_read, muted), update (last_read, muted) on group_reads to muster_app;
