-- Creates an active zone and, for who does not see all zones, the assignment that makes it theirs. Answers its
-- id; asked again by the same person with the same request, the id of the zone made the first time, and `created` is false.
create function create_zone(
  request uuid, new_name text, new_description text, new_max_capacity integer, new_shape jsonb,
  new_start_lat double precision, new_start_lng double precision, new_end_lat double precision, new_end_lng double precision,
  out zone_id uuid, out created boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not actor_can('create_zones') then
    raise exception 'may not create zones' using errcode = '42501';
  end if;
  insert into zones (request_id, name, description, shape, start_lat, start_lng, end_lat, end_lng, max_capacity, created_by)
  values (request, new_name, new_description, new_shape, new_start_lat, new_start_lng, new_end_lat, new_end_lng,
    new_max_capacity, actor_id())
  on conflict (created_by, request_id) do nothing
  returning id into zone_id;
  created := found;
  if not created then
    select z.id into zone_id from zones z where z.created_by = actor_id() and z.request_id = request;
    return;
  end if;
  if not actor_can('view_all_zones') then
    insert into zone_assignments (user_id, zone_id, role, assigned_by) values (actor_id(), zone_id, 'client_admin', actor_id());
  end if;
end $$;
