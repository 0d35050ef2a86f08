-- Every reading as it came, never changed. One row per reading and zone it was held against. No foreign keys: the writer holds
-- the state row, which has both, and a cascade would search the whole log (see removed_owners).
create table position_checks (
  id uuid not null,
  zone_id uuid not null,
  user_id uuid not null,
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

-- Deleting an account or a zone only notes that its readings are to go: to search the whole log, which has no index on either,
-- would hold back every event of the feed for seconds. The job `removed-readings` erases the rows soon after
-- (features/security/erase-readings.ts). An index would be paid for by every reading.
create table removed_owners (
  -- Of a person or of a zone.
  id uuid primary key,
  removed_at timestamptz not null default now()
);

alter table position_checks enable row level security;
alter table presence_tracking enable row level security;
alter table presence_history enable row level security;
alter table removed_owners enable row level security;
