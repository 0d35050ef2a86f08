-- Every reading as it came, never changed. One row per reading and zone it was held against.
create table position_checks (
  id uuid not null,
  zone_id uuid not null references zones (id) on delete cascade,
  user_id uuid not null references user_profiles (id) on delete cascade,
  latitude double precision not null,
  longitude double precision not null,
  accuracy_meters real,
  source text not null check (source in ('manual', 'automatic', 'device')),
  captured_at timestamptz not null, -- the device's clock
  received_at timestamptz not null, -- the server's clock
  inside boolean not null,
  certain boolean not null,
  distance_to_center_m integer not null,
  distance_to_edge_m integer not null,
  -- What became of it: entered, left, none, stale.
  change text not null check (change in ('entered', 'left', 'none', 'stale')),
  primary key (id, zone_id)
);
-- Rows arrive in the order of received_at: a block-range index finds what retention prunes at next to no cost.
create index position_checks_received_at on position_checks using brin (received_at);

-- The state now: one row per person and zone, made with the assignment, moved only forward by captured_at.
create table presence_tracking (
  id uuid not null default uuid_v7(),
  zone_id uuid not null references zones (id) on delete cascade,
  user_id uuid not null references user_profiles (id) on delete cascade,
  is_inside_zone boolean not null default false,
  latitude double precision,
  longitude double precision,
  accuracy_meters real,
  tracking_source text check (tracking_source in ('manual', 'automatic', 'device')),
  entry_time timestamptz,
  exit_time timestamptz,
  -- Null until the first reading: presence is unknown.
  captured_at timestamptz,
  received_at timestamptz,
  -- The run of uncertain automatic readings that disagree with the state: what they say and when the first was taken.
  pending_inside boolean,
  pending_since timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, zone_id),
  check (not is_inside_zone or entry_time is not null)
) with (fillfactor = 60);
create index presence_tracking_zone on presence_tracking (zone_id, is_inside_zone);

-- Visits: from entry to exit. At most one open visit per person and zone.
create table presence_history (
  id uuid primary key default uuid_v7(),
  zone_id uuid not null references zones (id) on delete cascade,
  user_id uuid not null references user_profiles (id) on delete cascade,
  entry_time timestamptz not null,
  exit_time timestamptz check (exit_time >= entry_time),
  duration_minutes integer check (duration_minutes >= 0),
  accuracy_meters real,
  tracking_source text not null check (tracking_source in ('manual', 'automatic', 'device'))
);
create unique index presence_history_open on presence_history (user_id, zone_id) where exit_time is null;
create index presence_history_zone on presence_history (zone_id, entry_time desc);
create index presence_history_zone_left on presence_history (zone_id, exit_time desc) where exit_time is not null;
create index presence_history_user on presence_history (user_id, zone_id, entry_time desc);

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

-- A member always has a state row, and who is no longer a member has none and no open visit.
create function follow_assignment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into presence_tracking (user_id, zone_id) values (new.user_id, new.zone_id) on conflict do nothing;
    return new;
  end if;
  update presence_history
    set exit_time = greatest(now(), entry_time),
        duration_minutes = floor(extract(epoch from greatest(now(), entry_time) - entry_time) / 60)
    where user_id = old.user_id and zone_id = old.zone_id and exit_time is null;
  delete from presence_tracking where user_id = old.user_id and zone_id = old.zone_id;
  delete from zone_entries where user_id = old.user_id and zone_id = old.zone_id;
  return old;
end $$;
create trigger follow_assignment_added after insert on zone_assignments for each row execute function follow_assignment();
create trigger follow_assignment_removed after delete on zone_assignments for each row execute function follow_assignment();
