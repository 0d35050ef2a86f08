-- Sets the permissions in which a zone manager differs from their role in the zone. Returns 'changed', 'same', 'not_assigned', or
-- 'not_manager' for roles that cannot be adjusted. Values equal to the role's are not stored. Fails with 42501 if the actor may not
-- change the person's permissions.
create function set_zone_permissions(target_zone uuid, target_user uuid, to_grant text[], to_revoke text[]) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member zone_assignments;
  before jsonb;
  wanted jsonb;
begin
  if target_user = actor_id() or target_zone not in (select actor_zones_with('grant_zone_permissions')) then
    raise exception 'may not change these permissions' using errcode = '42501';
  end if;
  select * into member from zone_assignments a where a.zone_id = target_zone and a.user_id = target_user for update;
  if not found then
    return 'not_assigned';
  elsif member.role not in ('zone_manager_rw', 'zone_manager_ro') then
    return 'not_manager';
  end if;
  before := changed_permissions(target_user, target_zone);
  select jsonb_object_agg(name, granted) into wanted from (
    select name, true as granted from unnest(to_grant) name
      where name not in (select permission from role_permissions where role = member.role)
    union
    select name, false from unnest(to_revoke) name
      where name in (select permission from role_permissions where role = member.role)) changes;
  if before is not distinct from wanted then
    return 'same';
  end if;
  delete from zone_permissions c where c.user_id = target_user and c.zone_id = target_zone
    and (wanted is null or (wanted -> c.permission) is distinct from to_jsonb(c.granted));
  insert into zone_permissions (user_id, zone_id, permission, granted, given_by)
    select target_user, target_zone, key, value::boolean, actor_id() from jsonb_each_text(coalesce(wanted, '{}'))
    on conflict (user_id, zone_id, permission) do nothing;
  perform note_permissions(target_user, target_zone, before, wanted);
  return 'changed';
end $$;

-- Deletes granted permissions when the role changes or the membership ends. Revocations remain until they are lifted.
create function end_zone_permissions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from zone_permissions c where c.user_id = old.user_id and c.zone_id = old.zone_id and c.granted;
  return null;
end $$;
create trigger end_zone_permissions_of_role after update of role on zone_assignments
  for each row when (new.role <> old.role) execute function end_zone_permissions();
create trigger end_zone_permissions_of_member after delete on zone_assignments
  for each row execute function end_zone_permissions();
