-- Records deleted zones and people, whose readings are erased soon after (see removed_owners in the migrations). The triggers'
-- names sort after the cascades' names, so a concurrent check has been committed or refused by then.
create function note_removed_owners() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into removed_owners (kind, id)
    select case tg_table_name when 'zones' then 'zone' else 'user' end, id from old_rows
    on conflict do nothing;
  return null;
end $$;
create trigger note_removed_owners after delete on zones
  referencing old table as old_rows for each statement execute function note_removed_owners();
create trigger note_removed_owners after delete on user_profiles
  referencing old table as old_rows for each statement execute function note_removed_owners();

-- Returns the ids of deleted users or zones (`wanted`: 'user' or 'zone'), so that their readings stay hidden until the readings are
-- erased.
create function list_removed_owners(wanted text) returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select id from removed_owners where kind = wanted
$$;
create policy not_of_removed on position_checks as restrictive for select to muster_app
  using (user_id not in (select list_removed_owners('user')) and zone_id not in (select list_removed_owners('zone')));

create policy owner_only on removed_owners using (false);
