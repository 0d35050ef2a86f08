-- Deleting an account or a zone searched the whole log of readings, which has no index on either, within the transaction:
-- seconds in which every event of the feed was held back and, beyond the time limit, no deletion at all. Now it only notes
-- what is gone; the job `removed-readings` erases the rows soon after (features/security/erase-readings.ts). A foreign key
-- with a cascade would search as long, and an index would be paid for by every reading.
create table removed_owners (
  -- Of a person or of a zone.
  id uuid primary key,
  removed_at timestamptz not null default now()
);
alter table removed_owners enable row level security;
create policy owner_only on removed_owners using (false);

drop trigger remove_position_checks on zones;
drop trigger remove_position_checks on user_profiles;
drop function remove_position_checks();
create function note_removed_owners() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into removed_owners (id) select id from old_rows on conflict do nothing;
  return null;
end $$;
create trigger note_removed_owners after delete on zones
  referencing old table as old_rows for each statement execute function note_removed_owners();
create trigger note_removed_owners after delete on user_profiles
  referencing old table as old_rows for each statement execute function note_removed_owners();

-- Until then nobody sees them.
create function list_removed_owners() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select id from removed_owners
$$;
create policy not_of_removed on position_checks as restrictive for select to muster_app
  using (user_id not in (select list_removed_owners()) and zone_id not in (select list_removed_owners()));

-- The two foreign keys that a deletion of an account had to search for.
create index zones_created_by on zones (created_by);
create index zone_assignments_assigned_by on zone_assignments (assigned_by);
