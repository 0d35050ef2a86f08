-- Deleted items are visible only to people who may restore them.
create policy see on folders for select to muster_app using (
  zone_id in (select actor_zones_with('view_files'))
  and (zone_id in (select actor_zones_with('view_zone_users')) or id in (select actor_folders())) and (deleted_at is null or zone_id in (select actor_zones_with('delete_files'))));
create policy make on folders for insert to muster_app
  with check (created_by = (select actor_id()) and zone_id in (select actor_zones_with('create_folders')));
create policy change on folders for update to muster_app using (
  zone_id in (select actor_zones_with('create_folders')) or zone_id in (select actor_zones_with('delete_files')));
grant select, insert (zone_id, parent_folder_id, name, description, created_by),
  update (parent_folder_id, name, description, for_groups, deleted_at, deleted_by, deleted_with) on folders to muster_app;

create policy see on folder_group_links for select to muster_app using (folder_id in (select actor_folders()));
create policy link on folder_group_links for insert to muster_app
  with check (created_by = (select actor_id()) and folder_id in (select f.id from folders f
    join groups g on g.id = folder_group_links.group_id and g.zone_id = f.zone_id
    where f.zone_id in (select actor_zones_with('link_folders'))));
create policy unlink on folder_group_links for delete to muster_app using (
  folder_id in (select id from folders where zone_id in (select actor_zones_with('link_folders'))));
grant select, insert (folder_id, group_id, created_by), delete on folder_group_links to muster_app;

create policy see on documents for select to muster_app using (
  zone_id in (select actor_zones_with('view_files'))
  and (folder_id is null or folder_id in (select actor_folders()))
  and (deleted_at is null or zone_id in (select actor_zones_with('delete_files'))));
create policy add on documents for insert to muster_app
  with check (uploaded_by = (select actor_id()) and zone_id in (select actor_zones_with('upload_files')) and actor_uploaded(file_url));
create policy change on documents for update to muster_app using (
  zone_id in (select actor_zones_with('upload_files')) or zone_id in (select actor_zones_with('delete_files')));
grant select, insert (title, file_name, file_url, file_size, file_type, uploaded_by, zone_id, folder_id),
  update (title, file_name, file_url, file_size, file_type, uploaded_by, folder_id, version, deleted_at, deleted_by, deleted_with,
    review_on, review_months, review_alerted, reviewed_at, reviewed_by)
  on documents to muster_app;

create policy see on document_versions for select to muster_app using (document_id in (select id from documents));
create policy add on document_versions for insert to muster_app
  with check (uploaded_by = (select actor_id())
    and document_id in (select id from documents where zone_id in (select actor_zones_with('upload_files')))
    and (actor_uploaded(file_url) or actor_keeps_file(file_url, document_id)));
grant select, insert (document_id, version, file_name, file_url, file_size, file_type, uploaded_by) on document_versions to muster_app;

create policy see on document_readings for select to muster_app using (document_id in (select id from documents));
create policy ask on document_readings for insert to muster_app
  with check (asked_by = (select actor_id()) and zone_id in (select actor_zones_with('upload_files'))
    and document_id in (select d.id from documents d where d.zone_id = document_readings.zone_id));
create policy remind on document_readings for update to muster_app using (zone_id in (select actor_zones_with('upload_files')));
create policy end_it on document_readings for delete to muster_app using (zone_id in (select actor_zones_with('upload_files')));
grant select, insert (document_id, zone_id, group_id, asked_by), update (reminded_at), delete on document_readings to muster_app;

-- A confirmation is immutable. It records which version was read, when, and who asked for it.
create policy see on document_confirmations for select to muster_app using (
  user_id = (select actor_id())
  or document_id in (select id from documents where zone_id in (select actor_zones_with('view_zone_users'))));
create policy confirm on document_confirmations for insert to muster_app
  with check (user_id = (select actor_id()) and exists (select from document_readings r
    where r.document_id = document_confirmations.document_id
      and (document_confirmations.asked_by is null or r.asked_by = document_confirmations.asked_by)));
grant select, insert (document_id, user_id, version, confirmed_at, asked_by) on document_confirmations to muster_app;
