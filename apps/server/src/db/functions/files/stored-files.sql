-- Queues a file's content for removal when its row is deleted, whatever the cause: the hazard, broadcast, zone or person was
-- deleted.
create function note_removed_file() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into removed_files (path)
  select old.path
  union all select regexp_replace(old.path, '\.webp$', '') || '.thumb.webp' where old.has_thumbnail
  union all select old.path || '.preview.webp' where old.has_thumbnail and old.path !~ '\.webp$'
  on conflict do nothing;
  return null;
end $$;
create trigger note_removed_file after delete on stored_files for each row execute function note_removed_file();
