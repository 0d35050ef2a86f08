-- The end of a membership takes the state row first, like the check writer does: the other order could deadlock with a
-- check of the same person, and miss a visit that was committed while this waited.
create or replace function follow_assignment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into presence_tracking (user_id, zone_id) values (new.user_id, new.zone_id) on conflict do nothing;
    return new;
  end if;
  delete from presence_tracking where user_id = old.user_id and zone_id = old.zone_id;
  update presence_history
    set exit_time = greatest(now(), entry_time),
        duration_minutes = floor(extract(epoch from greatest(now(), entry_time) - entry_time) / 60)
    where user_id = old.user_id and zone_id = old.zone_id and exit_time is null;
  delete from zone_entries where user_id = old.user_id and zone_id = old.zone_id;
  return old;
end $$;

-- The log of readings is written tens of thousands of times a second and has no index on person or zone: checking two
-- foreign keys for each row bought nothing, because the writer holds the state row, which has both. What a foreign key
-- did on deletion is done here, once a statement. These names come after the cascades' in the order of triggers, so the
-- state row is gone, and a check that was under way committed or refused, when the log is emptied.
alter table position_checks drop constraint position_checks_zone_id_fkey, drop constraint position_checks_user_id_fkey;

create function remove_position_checks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'zones' then
    delete from position_checks where zone_id in (select id from old_rows);
  else
    delete from position_checks where user_id in (select id from old_rows);
  end if;
  return null;
end $$;
create trigger remove_position_checks after delete on zones
  referencing old table as old_rows for each statement execute function remove_position_checks();
create trigger remove_position_checks after delete on user_profiles
  referencing old table as old_rows for each statement execute function remove_position_checks();
