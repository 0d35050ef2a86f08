-- Ensures that a document shows only files uploaded for it. This is a trigger because policies cannot see the old row. It runs only
-- when file_url changes, so that a document whose file was lost can still be renamed and deleted.
create function require_file_of_document() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from stored_files where path = new.file_url and document_id = new.id) then
    raise insufficient_privilege using message = 'A document shows only files that were uploaded for it.';
  end if;
  return new;
end $$;
create trigger require_file_of_document before update of file_url on documents
  for each row when (new.file_url is distinct from old.file_url and new.file_url is not null) execute function require_file_of_document();
