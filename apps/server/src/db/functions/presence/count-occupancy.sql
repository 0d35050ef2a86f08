-- Occupancy follows from the rows that changed, in their transaction; zones are locked in the order of their ids.
create function count_occupancy() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in select zone_id, count(*)::int as delta from new_rows where is_inside_zone group by 1 order by 1 loop
      update zones set current_occupancy = current_occupancy + change.delta where id = change.zone_id;
    end loop;
  elsif tg_op = 'DELETE' then
    for change in select zone_id, count(*)::int as delta from old_rows where is_inside_zone group by 1 order by 1 loop
      update zones set current_occupancy = current_occupancy - change.delta where id = change.zone_id;
    end loop;
  else
    for change in
      select zone_id, sum(delta)::int as delta from (
        select zone_id, 1 as delta from new_rows where is_inside_zone
        union all
        select zone_id, -1 from old_rows where is_inside_zone
      ) moved group by 1 having sum(delta) <> 0 order by 1
    loop
      update zones set current_occupancy = current_occupancy + change.delta where id = change.zone_id;
    end loop;
  end if;
  return null;
end $$;
create trigger count_occupancy_inserted after insert on presence_tracking
  referencing new table as new_rows for each statement execute function count_occupancy();
create trigger count_occupancy_updated after update on presence_tracking
  referencing old table as old_rows new table as new_rows for each statement execute function count_occupancy();
create trigger count_occupancy_deleted after delete on presence_tracking
  referencing old table as old_rows for each statement execute function count_occupancy();
