-- Derives the boundary from the shape, which is authoritative, and numbers each new shape. If no shape is written, it is built from
-- the corners, as a box or circle. keep_shape stores every shape under its number, and the points of the current polygons.
create function number_shape() returns trigger language plpgsql as $$
begin
  if new.shape is null then
    new.shape := jsonb_build_object(
      'boundary', case new.boundary when 'circle' then 'circle' else 'rectangle' end,
      'start', jsonb_build_object('lat', new.start_lat, 'lng', new.start_lng),
      'end', jsonb_build_object('lat', new.end_lat, 'lng', new.end_lng));
  end if;
  new.boundary := new.shape ->> 'boundary';
  if tg_op = 'INSERT' then
    new.shape_version := 1;
  elsif new.shape <> old.shape then
    new.shape_version := old.shape_version + 1;
  end if;
  return new;
end $$;
create trigger number_shape before insert or update of shape on zones for each row execute function number_shape();

create function keep_shape() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into zone_shapes (zone_id, version, shape, changed_by)
    values (new.id, new.shape_version, new.shape, coalesce(actor_id(), case tg_op when 'INSERT' then new.created_by end));
  -- Only the last 200 shapes are kept. Logged checks may still contain the number of a deleted shape.
  delete from zone_shapes where zone_id = new.id and version <= new.shape_version - 200;
  if tg_op = 'UPDATE' then
    delete from zone_coordinates where zone_id = new.id;
  end if;
  insert into zone_coordinates (zone_id, latitude, longitude, part, ring, sequence_order)
    select new.id, (point ->> 'lat')::double precision, (point ->> 'lng')::double precision, part, ring,
      row_number() over (order by part, ring, place)
    from jsonb_array_elements(case new.boundary
        when 'polygon' then jsonb_build_array(jsonb_build_array(new.shape -> 'points'))
        when 'multipolygon' then new.shape -> 'polygons'
        else '[]' end) with ordinality as polygon (rings, part),
      jsonb_array_elements(rings) with ordinality as line (points, ring),
      jsonb_array_elements(points) with ordinality as corner (point, place);
  return null;
end $$;
create trigger keep_shape_first after insert on zones for each row execute function keep_shape();
create trigger keep_shape_next after update of shape on zones
  for each row when (old.shape_version <> new.shape_version) execute function keep_shape();
