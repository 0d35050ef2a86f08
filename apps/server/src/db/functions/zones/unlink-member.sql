-- Ends the membership of somebody else: 'unlinked', 'not_assigned', or 'last_manager' for whom the zone cannot do without.
create function unlink_member(target_zone uuid, target_user uuid) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member zone_assignments;
begin
  if target_user = actor_id() or target_zone not in (select actor_zones_with('unlink_users')) then
    raise exception 'may not unlink this member' using errcode = '42501';
  end if;
  -- So that two unlinks cannot both be the last but one.
  perform from zone_assignments a
    where a.zone_id = target_zone and (a.user_id = target_user or a.role in ('zone_manager_rw', 'zone_manager_ro'))
    order by a.assignment_id for update;
  select * into member from zone_assignments a where a.zone_id = target_zone and a.user_id = target_user;
  if not found then
    return 'not_assigned';
  end if;
  -- Who has not accepted manages nothing: they may go, and nobody may go because of them.
  if member.accepted_at is not null and member.role in ('zone_manager_rw', 'zone_manager_ro') and not exists (
    select from zone_assignments a
    where a.zone_id = target_zone and a.user_id <> target_user and a.role in ('zone_manager_rw', 'zone_manager_ro')
      and a.accepted_at is not null
  ) then
    return 'last_manager';
  end if;
  delete from zone_assignments a where a.zone_id = target_zone and a.user_id = target_user;
  perform note_membership('member_removed', 'Somebody was removed from a zone.', target_user, target_zone);
  return 'unlinked';
end $$;
