-- Adds what a batch created and how many rows it changed to the actor's import, which the first batch creates. What was counted
-- before is not counted again. Fails with 42501 if the actor may not import this kind, and with REQUEST_ID_TAKEN if the id belongs
-- to another import or to one that was undone.
create function note_import(import uuid, its_kind text, its_file text, organisation uuid, created uuid[], changed integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added integer;
begin
  if not actor_can(case its_kind when 'people' then 'create_users' else 'create_zones' end) then
    raise exception 'may not import' using errcode = '42501';
  end if;
  insert into imports (id, kind, file_name, client_id, user_id)
  values (import, its_kind, its_file, (select c.id from clients c where c.id = organisation), actor_id())
  on conflict (id) do nothing;
  perform from imports where id = import and kind = its_kind and user_id = actor_id() and undone_at is null for update;
  if not found then
    raise exception 'REQUEST_ID_TAKEN' using errcode = 'MU001';
  end if;
  insert into import_items (import_id, user_id, zone_id)
  select import, u.id, z.id from unnest(created) item (id)
    left join user_profiles u on its_kind = 'people' and u.id = item.id
    left join zones z on its_kind = 'zones' and z.id = item.id and z.created_by = actor_id()
  where num_nonnulls(u.id, z.id) = 1
  on conflict do nothing;
  get diagnostics added = row_count;
  update imports set created_count = created_count + added, changed_count = changed_count + changed, noted_at = now() where id = import;
end $$;
