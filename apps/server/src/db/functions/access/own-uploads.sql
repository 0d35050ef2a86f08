-- A row refers to a file by its path, and screens open that file. A request may therefore only write the path of a file that the
-- actor uploaded or that already belongs to the same document or broadcast.
create function actor_uploaded(wanted_path text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from stored_files where path = wanted_path and uploaded_by = actor_id())
$$;
create function actor_keeps_file(wanted_path text, its_document uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from stored_files s join documents d on d.id = s.document_id
    where s.path = wanted_path and d.id = its_document and d.zone_id in (select actor_zones_with('upload_files')))
$$;
create function is_file_of_broadcast(wanted_path text, its_broadcast uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from stored_files where path = wanted_path and broadcast_id = its_broadcast)
$$;
