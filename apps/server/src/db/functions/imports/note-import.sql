-- Adds what a batch created and how many rows it changed to the actor's import, which the first batch creates. What was counted
-- before is not counted again. Fails with 42501 if the actor may not import this kind, with REQUEST_ID_TAKEN if the id belongs to
-- another import, and with IMPORT_UNDONE once undoing it has begun.
create function note_import(import uuid, import_kind text, import_file text, organisation uuid, target_zone uuid, created uuid[], changed integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added integer;
  is_undone boolean;
begin
  if import_kind <> 'badges' and not actor_can(case import_kind when 'people' then 'create_users' else 'create_zones' end)
    or (import_kind = 'badges') <> coalesce(target_zone in (select actor_zones_with('edit_zones')), false)
  then
    raise exception 'may not import' using errcode = '42501';
  end if;
  insert into imports (id, kind, file_name, client_id, zone_id, user_id)
  values (import, import_kind, import_file, (select c.id from clients c where c.id = organisation), target_zone, actor_id())
  on conflict (id) do nothing;
  select undone_at is not null or removed_count > 0 into is_undone
    from imports where id = import and kind = import_kind and user_id = actor_id() and zone_id is not distinct from target_zone for update;
  if not found then
    raise exception 'REQUEST_ID_TAKEN' using errcode = 'MU001';
  elsif is_undone then
    raise exception 'IMPORT_UNDONE' using errcode = 'MU001';
  end if;
  insert into import_items (import_id, user_id, zone_id, badge_id)
  select import, u.id, z.id, b.id from unnest(created) item (id)
    left join user_profiles u on import_kind = 'people' and u.id = item.id
    left join zones z on import_kind = 'zones' and z.id = item.id and z.created_by = actor_id()
    left join badges b on import_kind = 'badges' and b.id = item.id and b.zone_id = target_zone
  where num_nonnulls(u.id, z.id, b.id) = 1
  on conflict do nothing;
  get diagnostics added = row_count;
  update imports set created_count = created_count + added, changed_count = changed_count + changed, noted_at = now() where id = import;
end $$;
