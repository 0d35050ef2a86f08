-- Locks the memberships that decide whether somebody may be removed from a zone or demoted there: the actor's, the member's and
-- those of the zone's managers. If two people remove or demote each other, the second sees the result of the first.
create function lock_members(target_zone uuid, target_user uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from zone_assignments a
    where a.zone_id = target_zone
      and (a.user_id in (target_user, actor_id()) or a.role in ('zone_manager_rw', 'zone_manager_ro'))
    order by a.assignment_id for update;
end $$;
revoke execute on function lock_members(uuid, uuid) from public;

-- True if the member is the zone's last manager. People who have not accepted their invitation do not count as managers, and can
-- always be removed.
create function is_last_manager(member zone_assignments) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return member.accepted_at is not null and member.role in ('zone_manager_rw', 'zone_manager_ro') and not exists (
    select from zone_assignments a
    where a.zone_id = member.zone_id and a.user_id <> member.user_id and a.role in ('zone_manager_rw', 'zone_manager_ro')
      and a.accepted_at is not null);
end $$;
revoke execute on function is_last_manager(zone_assignments) from public;

-- Ends another person's membership. Returns 'unlinked' with the membership, 'not_assigned', 'above' if the person ranks above the
-- actor there (is_above_actor), or 'last_manager' if the zone would be left without a manager. Fails with 42501 if the person
-- is the actor or the actor may not remove members there.
create function unlink_member(target_zone uuid, target_user uuid, out outcome text, out membership jsonb)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member zone_assignments;
begin
  if target_user = actor_id() or target_zone not in (select actor_zones_with('unlink_users')) then
    raise exception 'may not unlink this member' using errcode = '42501';
  end if;
  perform lock_members(target_zone, target_user);
  -- The actor may have been removed while this waited for the lock.
  if target_zone not in (select actor_zones_with('unlink_users')) then
    raise exception 'may not unlink this member' using errcode = '42501';
  end if;
  select * into member from zone_assignments a where a.zone_id = target_zone and a.user_id = target_user;
  outcome := case
    when not found then 'not_assigned'
    when is_above_actor(target_zone, member.role) then 'above'
    when is_last_manager(member) then 'last_manager'
    else 'unlinked' end;
  if outcome <> 'unlinked' then
    return;
  end if;
  delete from zone_assignments a where a.zone_id = target_zone and a.user_id = target_user
    returning membership_facts(a) into membership;
  perform note_membership('member_removed', 'Somebody was removed from a zone.', target_user, target_zone);
end $$;
