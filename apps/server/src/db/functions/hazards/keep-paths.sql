-- Ensures that files added to a hazard were uploaded for it. This is a trigger because policies cannot see the old row, and earlier
-- attachments must stay when one is added.
create function require_files_of_hazard() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from unnest(new.photo_urls) added (path) where added.path <> all (old.photo_urls)
    and not exists (select from stored_files s where s.path = added.path and s.hazard_id = new.id)) then
    raise insufficient_privilege using message = 'A hazard shows only files that were uploaded for it.';
  end if;
  return new;
end $$;
create trigger require_files_of_hazard before update of photo_urls on hazards
  for each row when (new.photo_urls <> old.photo_urls) execute function require_files_of_hazard();
