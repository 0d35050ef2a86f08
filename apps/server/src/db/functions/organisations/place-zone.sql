-- Counts a zone towards its organisation's limit, closes it while the organisation is suspended and restores its status afterwards.
-- If there is a limit, concurrent new zones wait for each other, and a suspension waits for them too. Fails with
-- ORGANISATION_ZONES_FULL and, for a new zone, ORGANISATION_SUSPENDED.
create function place_zone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_limited boolean;
  its clients;
begin
  select max_zones is not null or max_people is not null into is_limited from clients where id = new.client_id;
  if not is_limited or (tg_op = 'UPDATE' and new.client_id = old.client_id) then
    select * into its from clients where id = new.client_id for share;
  else
    -- Takes an exclusive lock even if only people are limited: they join in the same transaction, and two transactions with a
    -- shared lock would deadlock.
    select * into its from clients where id = new.client_id for no key update;
    if (select count(*) from zones where client_id = new.client_id) >= its.max_zones then
      raise exception 'ORGANISATION_ZONES_FULL' using errcode = 'MU001';
    end if;
  end if;
  if its.status = 'suspended' and new.status <> 'suspended' then
    if tg_op = 'INSERT' then
      raise exception 'ORGANISATION_SUSPENDED' using errcode = 'MU001';
    end if;
    new.status_when_open := new.status;
    new.status := 'suspended';
  elsif its.status = 'active' and new.status_when_open is not null then
    new.status := new.status_when_open;
    new.status_when_open := null;
  end if;
  return new;
end $$;
create trigger place_zone before insert or update of client_id, status on zones for each row execute function place_zone();

-- Closes an organisation's zones when it is suspended, as if each zone were suspended, and restores their own status when it is
-- reactivated.
create function close_zones_of_client() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Locks the zones in id order, as readings do when they lock several zones.
  perform from zones where client_id = new.id order by id for no key update;
  update zones set status = status
    where client_id = new.id and (case new.status when 'suspended' then status <> 'suspended' else status_when_open is not null end);
  return null;
end $$;
create trigger close_zones_of_client after update of status on clients
  for each row when (old.status <> new.status) execute function close_zones_of_client();

-- Moves a zone to another organisation. The zone's people join that organisation and leave the old one if they have no other zone
-- there; client admins who do not manage the new organisation lose the zone. Returns 'moved' with the memberships that began and
-- ended, 'same', or 'open_request' for a zone waiting for approval. Fails with ORGANISATION_ZONES_FULL and
-- ORGANISATION_PEOPLE_FULL.
create function move_zone(target_zone uuid, target_client uuid, out outcome text, out joined jsonb, out ended jsonb)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was uuid := (select client_id from zones where id = target_zone);
  person record;
begin
  outcome := 'same';
  if was = target_client then
    return;
  end if;
  perform from clients where id in (was, target_client) order by id for no key update;
  if exists (select from zone_requests where zone_id = target_zone and status in ('pending', 'returned')) then
    outcome := 'open_request';
    return;
  end if;
  update zones set client_id = target_client, status = status where id = target_zone and client_id = was;
  if not found then
    return;
  end if;
  outcome := 'moved';
  select jsonb_agg(membership) into joined from join_managed_zones(null, array[target_zone]) membership;
  with gone as (
    delete from zone_assignments a where a.zone_id = target_zone and a.role = 'client_admin'
      and not exists (select from client_members m where m.client_id = target_client and m.user_id = a.user_id and m.manages)
    returning membership_facts(a) as membership)
  select jsonb_agg(membership) into ended from gone;
  perform note_membership('member_removed', 'Somebody was removed from a zone.', (membership ->> 'userId')::uuid, target_zone)
    from jsonb_array_elements(ended) membership;
  for person in select user_id, assigned_by from zone_assignments where zone_id = target_zone order by user_id loop
    perform join_client(target_client, person.user_id, person.assigned_by, true);
  end loop;
  perform leave_without_zone(array(select user_id from zone_assignments where zone_id = target_zone));
end $$;
revoke execute on function move_zone(uuid, uuid) from public;
