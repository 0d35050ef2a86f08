-- Invites the owner of a code to the zone: 'linked', 'assigned' when they are one already, no row when the code says nothing
-- to who may not link users there, or belongs to nobody who can be linked.
create function link_user_by_code(code text, target_zone uuid, new_role text)
returns table (id uuid, first_name text, last_name text, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person user_profiles;
begin
  if new_role not in ('app_user', 'zone_manager_rw', 'zone_manager_ro') or target_zone not in (select actor_zones_with('link_users')) then
    return;
  end if;
  -- The lock makes a deletion of the account wait, or be seen.
  select * into person from user_profiles u where u.user_code = code and u.status = 'active' for key share;
  if not found or exists (select from role_permissions p where p.role = person.role and p.permission = 'view_all_zones') then
    return;
  end if;
  insert into zone_assignments (user_id, zone_id, role, assigned_by) values (person.id, target_zone, new_role, actor_id())
  on conflict (user_id, zone_id) do nothing;
  return query select person.id, person.first_name, person.last_name, case when found then 'linked' else 'assigned' end;
end $$;
