-- Returns the organisation of a zone the actor is creating. People who see all zones may name any organisation; others may name one
-- they manage, and must if they manage several (ORGANISATION_REQUIRED). Without a name, people who see all zones and people who
-- manage no organisation get the default one. Fails with ORGANISATION_NOT_FOUND.
create function client_of_new_zone(wanted uuid) returns uuid language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  fallback constant uuid := '00000000-0000-4000-8000-000000000001';
  managed uuid[] := array(select actor_managed_clients());
begin
  if actor_can('view_all_zones') then
    if wanted is not null and not exists (select from clients where id = wanted) then
      raise exception 'ORGANISATION_NOT_FOUND' using errcode = 'MU001';
    end if;
    return coalesce(wanted, fallback);
  elsif cardinality(managed) = 0 then
    managed := array[fallback];
  end if;
  if wanted is null and cardinality(managed) > 1 then
    raise exception 'ORGANISATION_REQUIRED' using errcode = 'MU001';
  end if;
  wanted := coalesce(wanted, managed[1]);
  if wanted <> all (managed) then
    raise exception 'ORGANISATION_NOT_FOUND' using errcode = 'MU001';
  end if;
  return wanted;
end $$;
revoke execute on function client_of_new_zone(uuid) from public;

-- Creates a zone and, unless the actor sees all zones, the actor's assignment to it. With `as_request`, the zone is pending.
-- Without it, the zone is pending if the actor does not see all zones and the organisation requires approval or, where there are
-- several organisations, is not one the actor manages. A pending zone has a request with the same name. Returns the zone's id with
-- its other new members and its request. A repeated request from the same person returns the first zone's id, with `created` false.
-- Fails with 42501 if the actor may not create zones.
create function create_zone(
  request uuid, wanted_client uuid, as_request boolean, request_note text,
  new_name text, new_description text, new_max_capacity integer, new_shape jsonb,
  new_start_lat double precision, new_start_lng double precision, new_end_lat double precision, new_end_lng double precision,
  out zone_id uuid, out created boolean, out joined jsonb, out asked jsonb)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its_client uuid;
  waits boolean;
begin
  if not actor_can(case when as_request then 'submit_zone_requests' else 'create_zones' end) then
    raise exception 'may not create zones' using errcode = '42501';
  end if;
  select z.id into zone_id from zones z where z.created_by = actor_id() and z.request_id = request;
  created := not found;
  if not created then
    return;
  end if;
  its_client := client_of_new_zone(wanted_client);
  waits := as_request or (not actor_can('view_all_zones') and (
    (select c.zones_need_approval from clients c where c.id = its_client)
    or (only_client() is null and its_client not in (select actor_managed_clients()))));
  insert into zones (request_id, client_id, status, name, description, shape, start_lat, start_lng, end_lat, end_lng, max_capacity,
    created_by)
  values (request, its_client, case when waits then 'pending' else 'active' end, new_name, new_description, new_shape, new_start_lat,
    new_start_lng, new_end_lat, new_end_lng, new_max_capacity, actor_id())
  on conflict (created_by, request_id) do nothing
  returning id into zone_id;
  created := found;
  if not created then
    select z.id into zone_id from zones z where z.created_by = actor_id() and z.request_id = request;
    return;
  end if;
  select jsonb_agg(membership) into joined from join_managed_zones(null, array[zone_id]) membership
    where membership ->> 'userId' <> actor_id()::text;
  if not actor_can('view_all_zones') then
    insert into zone_assignments (user_id, zone_id, role, assigned_by) values (actor_id(), zone_id, 'client_admin', actor_id())
    -- join_managed_zones may have already added the actor as a client admin of the organisation.
    on conflict do nothing;
  end if;
  if waits then
    insert into zone_requests as r (zone_id, client_id, name, requested_by, note)
    values (zone_id, its_client, new_name, actor_id(), coalesce(request_note, ''))
    returning zone_request_facts(r) into asked;
  end if;
end $$;
