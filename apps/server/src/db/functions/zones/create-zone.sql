-- Creates an active zone with its points and, for who does not see all zones, the assignment that makes it theirs.
-- False when the id is there already.
create function create_zone(
  new_id uuid, new_name text, new_description text, new_boundary text,
  new_start_lat double precision, new_start_lng double precision, new_end_lat double precision, new_end_lng double precision,
  new_max_capacity integer, points jsonb)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not actor_can('create_zones') then
    raise exception 'may not create zones' using errcode = '42501';
  end if;
  insert into zones (id, name, description, boundary, start_lat, start_lng, end_lat, end_lng, max_capacity, created_by)
  values (new_id, new_name, new_description, new_boundary, new_start_lat, new_start_lng, new_end_lat, new_end_lng,
    new_max_capacity, actor_id())
  on conflict (id) do nothing;
  if not found then
    return false;
  end if;
  insert into zone_coordinates (zone_id, latitude, longitude, sequence_order)
    select new_id, (point ->> 'lat')::double precision, (point ->> 'lng')::double precision, place
    from jsonb_array_elements(points) with ordinality as list (point, place);
  if not actor_can('view_all_zones') then
    insert into zone_assignments (user_id, zone_id, role, assigned_by) values (actor_id(), new_id, 'client_admin', actor_id());
  end if;
  return true;
end $$;
