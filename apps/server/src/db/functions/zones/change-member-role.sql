-- Changes another person's role in the zone. Returns 'changed' with the membership, 'same', 'not_assigned', 'above' if the old or
-- new role ranks above the actor's in the zone (the ladder in `mayGiveZoneRole`), or 'last_manager' if the zone would be left
-- without a manager. Also returns 'above' for a role outside the ladder, and if the new role is a zone manager's and the actor may
-- not assign zone managers. Fails with 42501 if the person is the actor or the actor may not change roles there.
create function change_member_role(target_zone uuid, target_user uuid, new_role text, out outcome text, out membership jsonb)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ladder constant text[] := '{app_user,zone_manager_ro,zone_manager_rw,client_admin}';
  member zone_assignments;
begin
  if target_user = actor_id() or target_zone not in (select actor_zones_with('change_roles')) then
    raise exception 'may not change this role' using errcode = '42501';
  end if;
  perform lock_members(target_zone, target_user);
  -- The actor may have lost the permission while this waited for the lock.
  if target_zone not in (select actor_zones_with('change_roles')) then
    raise exception 'may not change this role' using errcode = '42501';
  end if;
  select * into member from zone_assignments a where a.zone_id = target_zone and a.user_id = target_user;
  outcome := case
    when not found then 'not_assigned'
    when new_role <> all (ladder) or is_above_actor(target_zone, new_role) or is_above_actor(target_zone, member.role)
      or (member.role <> all (ladder) and not actor_can('view_all_zones')) then 'above'
    when member.role = new_role then 'same'
    when new_role in ('zone_manager_rw', 'zone_manager_ro') and target_zone not in (select actor_zones_with('assign_zone_managers'))
      then 'above'
    when new_role not in ('zone_manager_rw', 'zone_manager_ro') and is_last_manager(member) then 'last_manager'
    else 'changed' end;
  if outcome <> 'changed' then
    return;
  end if;
  update zone_assignments a set role = new_role where a.zone_id = target_zone and a.user_id = target_user
    returning membership_facts(a) into membership;
  perform note_role(target_user, target_zone, new_role, member.role);
end $$;
