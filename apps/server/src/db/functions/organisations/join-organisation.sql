-- Makes a person a member of an organisation, through a zone (`with_zone`) or by name. `joined` is false if they are already a
-- member, and for internal admins, who belong to no organisation. Adding a member by name turns a membership through a zone into
-- one by name. A client admin added by name also becomes the organisation's manager; `memberships` lists their new zone
-- memberships. If the organisation has a limit, concurrent additions wait for each other, and beyond it this fails with
-- ORGANISATION_PEOPLE_FULL.
create function join_client(
  target_client uuid, person uuid, adder uuid, with_zone boolean, out joined boolean, out memberships jsonb)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its_role text := (select role from user_profiles where id = person);
  looks_after boolean := not with_zone and its_role = 'client_admin';
  managed boolean;
  most integer;
begin
  joined := false;
  if its_role in ('super_admin', 'admin') then
    return;
  end if;
  -- Row lock: if the person is being removed at the same moment, this waits and then adds them again.
  select manages into managed from client_members where client_id = target_client and user_id = person for key share;
  if found then
    if not with_zone then
      update client_members set by_zone = false, added_by = adder, manages = looks_after
        where client_id = target_client and user_id = person and (by_zone or added_by is null or manages <> looks_after);
    end if;
  else
    select max_people into most from clients where id = target_client;
    if most is not null then
      perform from clients where id = target_client for no key update;
      if (select count(*) from client_members where client_id = target_client) >= most then
        raise exception 'ORGANISATION_PEOPLE_FULL' using errcode = 'MU001';
      end if;
    end if;
    insert into client_members (client_id, user_id, added_by, by_zone, manages)
      values (target_client, person, adder, with_zone, looks_after)
    on conflict do nothing;
    joined := found;
  end if;
  if looks_after and managed is not true then
    select jsonb_agg(membership) into memberships
      from join_managed_zones(array[person], array(select id from zones where client_id = target_client)) membership;
  end if;
end $$;
revoke execute on function join_client(uuid, uuid, uuid, boolean) from public;

create function join_organisation_of_zone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform join_client(z.client_id, new.user_id, new.assigned_by, true) from zones z where z.id = new.zone_id;
  return null;
end $$;
-- The trigger's name sorts after that of follow_assignment, which must lock the member's state before anything else.
create trigger join_organisation_of_zone after insert on zone_assignments for each row execute function join_organisation_of_zone();

-- Removes people who joined an organisation through a zone once they have no zone left there.
create function leave_without_zone(people uuid[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Row lock: a person who is being assigned to another zone at the same moment stays.
  perform from client_members where user_id = any (people) and by_zone order by client_id, user_id for update;
  delete from client_members m where m.user_id = any (people) and m.by_zone and not exists (
    select from zone_assignments a join zones z on z.id = a.zone_id where a.user_id = m.user_id and z.client_id = m.client_id);
end $$;
revoke execute on function leave_without_zone(uuid[]) from public;

create function leave_organisation_of_zone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform leave_without_zone(array(select user_id from gone));
  return null;
end $$;
create trigger leave_organisation_of_zone after delete on zone_assignments referencing old table as gone
  for each statement execute function leave_organisation_of_zone();

-- Adds a new account to the installation's organisation if there is only one. If that is full, people can still sign up.
create function join_first_organisation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform join_client(only_client(), new.id, null, false) where only_client() is not null;
  return null;
exception when sqlstate 'MU001' then
  return null;
end $$;
create trigger join_first_organisation after insert on user_profiles
  for each row when (new.role not in ('super_admin', 'admin')) execute function join_first_organisation();

-- Removes people who become internal admins from all organisations. Somebody who stops being an internal admin joins the
-- organisations of their zones, even full ones, and the installation's organisation if there is only one. A client admin becomes
-- the manager of organisations they were added to by name, and of the installation's organisation if there is only one.
create function follow_account_role() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.role in ('super_admin', 'admin') then
    delete from client_members where user_id = new.id;
    return null;
  end if;
  if old.role in ('super_admin', 'admin') then
    insert into client_members (client_id, user_id, by_zone)
      select distinct z.client_id, new.id, only_client() is null
        from zone_assignments a join zones z on z.id = a.zone_id where a.user_id = new.id
      union
      select only_client(), new.id, false where only_client() is not null
      on conflict do nothing;
  end if;
  update client_members m set manages = not m.manages
    where m.user_id = new.id and m.manages <> (
      new.role = 'client_admin' and not m.by_zone and (m.added_by is not null or m.client_id is not distinct from only_client()));
  return null;
end $$;
create trigger follow_account_role after update of role on user_profiles
  for each row when (old.role <> new.role) execute function follow_account_role();

-- Ends a person's membership of an organisation, and their zone memberships as its client admin. Returns 'removed' with the zone
-- memberships that ended, 'not_member', or 'has_zones' if the person is assigned to its zones in any other role.
create function leave_client(target_client uuid, person uuid, out outcome text, out memberships jsonb)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member client_members;
begin
  select * into member from client_members where client_id = target_client and user_id = person for update;
  outcome := case
    when not found then 'not_member'
    when exists (select from zone_assignments a join zones z on z.id = a.zone_id
      where a.user_id = person and z.client_id = target_client and not (member.manages and a.role = 'client_admin')) then 'has_zones'
    else 'removed' end;
  if outcome <> 'removed' then
    return;
  end if;
  delete from client_members where client_id = target_client and user_id = person;
  with gone as (
    delete from zone_assignments a using zones z where z.id = a.zone_id and a.user_id = person and z.client_id = target_client
    returning membership_facts(a) as membership)
  select jsonb_agg(membership) into memberships from gone;
end $$;
revoke execute on function leave_client(uuid, uuid) from public;
