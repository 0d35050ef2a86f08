-- Makes somebody a member of an organisation; false where they are one already, and for internal admins, who belong to none. Of two
-- who are added at once to one with a limit, the second waits for the first. Fails with ORGANISATION_PEOPLE_FULL.
create function join_client(target_client uuid, person uuid, adder uuid, with_zone boolean) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most integer;
begin
  if exists (select from user_profiles where id = person and role in ('super_admin', 'admin')) then
    return false;
  end if;
  -- Held: who is being removed at this moment is added again afterwards.
  perform from client_members where client_id = target_client and user_id = person for key share;
  if found then
    if not with_zone then
      update client_members set by_zone = false, added_by = adder
        where client_id = target_client and user_id = person and by_zone;
    end if;
    return false;
  end if;
  select max_people into most from clients where id = target_client;
  if most is not null then
    perform from clients where id = target_client for no key update;
    if (select count(*) from client_members where client_id = target_client) >= most then
      raise exception 'ORGANISATION_PEOPLE_FULL' using errcode = 'MU001';
    end if;
  end if;
  insert into client_members (client_id, user_id, added_by, by_zone) values (target_client, person, adder, with_zone)
  on conflict do nothing;
  return found;
end $$;
revoke execute on function join_client(uuid, uuid, uuid, boolean) from public;

-- Who is assigned to a zone belongs to its organisation.
create function join_organisation_of_zone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform join_client(z.client_id, new.user_id, new.assigned_by, true) from zones z where z.id = new.zone_id;
  return null;
end $$;
-- By its name after follow_assignment, which holds the state of the member before anything else.
create trigger join_organisation_of_zone after insert on zone_assignments for each row execute function join_organisation_of_zone();

-- A new account belongs to the organisation that whoever made it chose, else to the only one there is. Who signs up themselves is
-- not turned away because it is full.
create function join_first_organisation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform join_client(only_client(), new.id, null, false) where only_client() is not null;
  return null;
exception when sqlstate 'MU001' then
  return null;
end $$;
create trigger join_first_organisation after insert on user_profiles
  for each row when (new.role not in ('super_admin', 'admin')) execute function join_first_organisation();

-- Who is an internal admin no longer belongs where their zones are.
create function join_organisations_again() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform join_client(z.client_id, new.id, null, true)
    from (select distinct z.client_id from zone_assignments a join zones z on z.id = a.zone_id where a.user_id = new.id) z;
  perform join_client(only_client(), new.id, null, false) where only_client() is not null;
  return null;
end $$;
create trigger join_organisations_again after update of role on user_profiles
  for each row when (old.role in ('super_admin', 'admin') and new.role not in ('super_admin', 'admin'))
  execute function join_organisations_again();

-- Ends a membership: 'removed', 'not_member', or 'has_zones' for who is assigned to zones of the organisation.
create function leave_client(target_client uuid, person uuid) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from client_members where client_id = target_client and user_id = person for update;
  if not found then
    return 'not_member';
  end if;
  if exists (select from zone_assignments a join zones z on z.id = a.zone_id
    where a.user_id = person and z.client_id = target_client) then
    return 'has_zones';
  end if;
  delete from client_members where client_id = target_client and user_id = person;
  return 'removed';
end $$;
revoke execute on function leave_client(uuid, uuid) from public;
