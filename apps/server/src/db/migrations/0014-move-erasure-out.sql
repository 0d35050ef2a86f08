-- Deleting an account or a zone searched the whole log of readings, which has no index on either, within the transaction:
-- seconds in which every event of the feed was held back and, beyond the time limit, no deletion at all. Now it only notes
-- what is gone; the job `removed-readings` erases the rows soon after (features/security/erase-readings.ts). A foreign key
-- with a cascade would search as long, and an index would be paid for by every reading.
create table removed_owners (
  -- Of a person or of a zone.
  id uuid primary key,
  removed_at timestamptz not null default now()
);
alter table removed_owners enable row level security;
create policy owner_only on removed_owners using (false);

drop trigger remove_position_checks on zones;
drop trigger remove_position_checks on user_profiles;
drop function remove_position_checks();
create function note_removed_owners() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into removed_owners (id) select id from old_rows on conflict do nothing;
  return null;
end $$;
create trigger note_removed_owners after delete on zones
  referencing old table as old_rows for each statement execute function note_removed_owners();
create trigger note_removed_owners after delete on user_profiles
  referencing old table as old_rows for each statement execute function note_removed_owners();

-- Until then nobody sees them.
create function list_removed_owners() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select id from removed_owners
$$;
create policy not_of_removed on position_checks as restrictive for select to muster_app
  using (user_id not in (select list_removed_owners()) and zone_id not in (select list_removed_owners()));

-- The two foreign keys that a deletion of an account had to search for.
create index zones_created_by on zones (created_by);
create index zone_assignments_assigned_by on zone_assignments (assigned_by);

-- Memberships end by unlink_member alone: the grant let a manager remove everybody, themselves and the last manager too.
drop policy unlink on zone_assignments;
drop policy lock_members on zone_assignments;
revoke delete, update (assigned_at) on zone_assignments from muster_app;

-- Ends the membership of somebody else: 'unlinked', 'not_assigned', or 'last_manager' for whom the zone cannot do without.
create function unlink_member(target_zone uuid, target_user uuid) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member text;
begin
  if target_user = actor_id() or target_zone not in (select actor_zones_with('unlink_users')) then
    raise exception 'may not unlink this member' using errcode = '42501';
  end if;
  -- So that two unlinks cannot both be the last but one.
  perform from zone_assignments a
    where a.zone_id = target_zone and (a.user_id = target_user or a.role in ('zone_manager_rw', 'zone_manager_ro'))
    order by a.assignment_id for update;
  select a.role into member from zone_assignments a where a.zone_id = target_zone and a.user_id = target_user;
  if not found then
    return 'not_assigned';
  end if;
  if member in ('zone_manager_rw', 'zone_manager_ro') and not exists (
    select from zone_assignments a
    where a.zone_id = target_zone and a.user_id <> target_user and a.role in ('zone_manager_rw', 'zone_manager_ro')
  ) then
    return 'last_manager';
  end if;
  delete from zone_assignments a where a.zone_id = target_zone and a.user_id = target_user;
  return 'unlinked';
end $$;

-- The security log: a request says what its person did, in the types and at the severity the program gives it. What the
-- server itself finds out (failed sign-ins, wrong PINs, a broken chain) is written as the owner.
drop policy append on security_events;
create policy append on security_events for insert to muster_app with check (
  actor_id = (select actor_id())
  and case
    when (select actor_can('view_security')) then severity = 'info' or event_type = 'data_breach_notification_created'
    -- Where one person was seen, or all of a zone.
    when event_type = 'location_access' then severity = 'info'
    else severity = 'info' and (event_type like 'user\_action\__%' or event_type = 'data_access')
      and (affected_user_id is null or affected_user_id = actor_id)
  end);
