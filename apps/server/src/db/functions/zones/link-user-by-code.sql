-- Invites the owner of a code to the zone in a role. Returns 'linked' with the membership, 'assigned' if the person is already a
-- member or invited, or 'declined' if they declined within the last day (internal administrators may invite them anyway). Returns
-- no row if the actor may not link users or give this role there, or if nobody who can be linked has this code.
create function link_user_by_code(code text, target_zone uuid, new_role text)
returns table (id uuid, first_name text, last_name text, outcome text, membership jsonb)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person user_profiles;
  made jsonb;
begin
  if new_role not in ('app_user', 'zone_manager_rw', 'zone_manager_ro') or target_zone not in (select actor_zones_with('link_users'))
    or new_role <> 'app_user' and target_zone not in (select actor_zones_with('assign_zone_managers'))
    or is_above_actor(target_zone, new_role) then
    return;
  end if;
  -- Row lock: a concurrent deletion of the account either waits or is already visible here.
  select * into person from user_profiles u where u.user_code = code and u.status = 'active' for key share;
  if not found or exists (select from role_permissions p where p.role = person.role and p.permission = 'view_all_zones') then
    return;
  end if;
  if not actor_can('view_all_zones') and exists (
    select from declined_invitations d
      where d.user_id = person.id and d.zone_id = target_zone and d.declined_at > now() - interval '1 day'
  ) then
    return query select person.id, person.first_name, person.last_name, 'declined', null::jsonb;
    return;
  end if;
  insert into zone_assignments as a (user_id, zone_id, role, assigned_by) values (person.id, target_zone, new_role, actor_id())
  on conflict (user_id, zone_id) do nothing
  returning membership_facts(a) into made;
  if not found then
    return query select person.id, person.first_name, person.last_name, 'assigned', null::jsonb;
    return;
  end if;
  perform note_membership('member_invited', 'Somebody was invited to a zone.', person.id, target_zone);
  return query select person.id, person.first_name, person.last_name, 'linked', made;
end $$;
