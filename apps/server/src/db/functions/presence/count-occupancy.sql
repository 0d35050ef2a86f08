-- Updates occupancy from the changed rows in the same transaction, and announces it to people who see the zone. Zones are locked in
-- id order until the commit, so events appear in the order of the counts.
create function count_occupancy() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in select zone_id, count(*)::int as delta from new_rows where is_inside_zone group by 1 order by 1 loop
      perform add_occupancy(change.zone_id, change.delta);
    end loop;
  elsif tg_op = 'DELETE' then
    for change in select zone_id, count(*)::int as delta from old_rows where is_inside_zone group by 1 order by 1 loop
      perform add_occupancy(change.zone_id, -change.delta);
    end loop;
  else
    for change in
      select zone_id, sum(delta)::int as delta from (
        select zone_id, 1 as delta from new_rows where is_inside_zone
        union all
        select zone_id, -1 from old_rows where is_inside_zone
      ) moved group by 1 having sum(delta) <> 0 order by 1
    loop
      perform add_occupancy(change.zone_id, change.delta);
    end loop;
  end if;
  return null;
end $$;
create function add_occupancy(target_zone uuid, delta integer) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  now_inside integer;
begin
  update zones set current_occupancy = current_occupancy + delta where id = target_zone
    returning current_occupancy into now_inside;
  -- A deleted zone has no audience.
  if found then
    insert into feed_events (topic, kind, payload)
    values ('zone:' || target_zone, 'zone.occupancy', jsonb_build_object('zoneId', target_zone, 'currentOccupancy', now_inside));
  end if;
end $$;
revoke execute on function add_occupancy(uuid, integer) from public;
create trigger count_occupancy_inserted after insert on presence_tracking
  referencing new table as new_rows for each statement execute function count_occupancy();
create trigger count_occupancy_updated after update on presence_tracking
  referencing old table as old_rows new table as new_rows for each statement execute function count_occupancy();
create trigger count_occupancy_deleted after delete on presence_tracking
  referencing old table as old_rows for each statement execute function count_occupancy();
