-- A file is visible to people who see the row it belongs to, and a file without such a row to its uploader.
create policy see on stored_files for select to muster_app using (
  hazard_id is null and broadcast_id is null and group_id is null and document_id is null and uploaded_by = (select actor_id())
  or hazard_id in (select id from hazards) or broadcast_id in (select id from broadcasts) or group_id in (select actor_rooms())
  or document_id in (select id from documents));
-- A path must lie in an upload folder: deleting a row deletes the content at its path, so the path must not point elsewhere.
create policy add on stored_files for insert to muster_app with check (
  uploaded_by = (select actor_id()) and path ~ '^(hazard-attachments/[0-9a-f-]{36}|broadcast-attachments|group-files|documents)/[^/.]+[.][a-z0-9]+$'
  and (hazard_id is null or hazard_id in (select id from hazards
    where zone_id in (select actor_zones_with('manage_hazards'))
      or reported_by = (select actor_id()) and zone_id in (select actor_zones_with('report_hazards')))));
create policy attach on stored_files for update to muster_app using (uploaded_by = (select actor_id()))
  with check (uploaded_by = (select actor_id()) and (group_id is null or group_id in (select actor_chats()))
    and (broadcast_id is null or broadcast_id in (select id from broadcasts where sender_id = (select actor_id()))
      or broadcast_id in (select actor_waiting_broadcasts()))
    and (document_id is null or document_id in (select id from documents where zone_id in (select actor_zones_with('upload_files'))))
    and num_nonnulls(group_id, broadcast_id, document_id) = 1);
create policy remove on stored_files for delete to muster_app using (
  uploaded_by = (select actor_id())
  or hazard_id in (select id from hazards where zone_id in (select actor_zones_with('manage_hazards')))
  or broadcast_id in (select actor_waiting_broadcasts()));
grant select, insert (request_id, path, name, media_type, size_bytes, has_thumbnail, uploaded_by, hazard_id),
  update (broadcast_id, group_id, document_id), delete on stored_files to muster_app;
