-- Badge readers and turnstiles send who came in and went out, by the numbers of badges.

-- What a reader sends with. Only the hash of a key is stored.
create table badge_keys (
  id uuid primary key default uuid_v7(),
  zone_id uuid not null references zones (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  key_hash bytea not null unique check (length(key_hash) = 32),
  -- Made by the client, so that a repeated request adds one key.
  request_id uuid not null,
  created_by uuid references user_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index badge_keys_zone on badge_keys (zone_id, created_at);
create unique index badge_keys_request on badge_keys (created_by, request_id);
alter table badge_keys enable row level security;

-- Whom a badge belongs to: a member, or somebody without an account. A number that nobody assigned has no row.
create table badges (
  id uuid primary key default uuid_v7(),
  zone_id uuid not null references zones (id) on delete cascade,
  number text not null check (length(number) between 1 and 64),
  user_id uuid references user_profiles (id) on delete cascade,
  holder text not null default '' check (length(holder) <= 120),
  company text not null default '' check (length(company) <= 120),
  phone text not null default '' check (length(phone) <= 40),
  assigned_at timestamptz not null default now(),
  check (user_id is not null or holder <> '')
);
create unique index badges_number on badges (zone_id, number);
create index badges_user on badges (user_id);
alter table badges enable row level security;

-- Every reading of a badge, whatever the order of arrival. The person is the one to whom the badge belonged when the event arrived.
create table badge_events (
  id uuid primary key default uuid_v7(),
  zone_id uuid not null references zones (id) on delete cascade,
  number text not null check (length(number) between 1 and 64),
  direction text not null check (direction in ('in', 'out')),
  -- Never later than the arrival; `sent_at` is the time by the reader's clock.
  at timestamptz not null,
  sent_at timestamptz not null,
  reader text not null default '' check (length(reader) <= 60),
  -- Made by the sender.
  event_id text check (length(event_id) between 1 and 100),
  user_id uuid references user_profiles (id) on delete cascade,
  holder text not null default '' check (length(holder) <= 120),
  received_at timestamptz not null default now()
);
-- A repeated event is stored once.
create unique index badge_events_reading on badge_events (zone_id, number, sent_at, direction);
create unique index badge_events_sender on badge_events (zone_id, event_id) where event_id is not null;
-- The events before and after one of the same badge.
create index badge_events_number on badge_events (zone_id, number, at, sent_at, (direction = 'in'));
-- listBadgeVisits, and what is too old
create index badge_events_zone on badge_events (zone_id, at, id);
create index badge_events_user on badge_events (user_id);
alter table badge_events enable row level security;

-- The newest event of each badge (domain/badge.ts): an `in` means inside.
create table badge_states (
  zone_id uuid not null references zones (id) on delete cascade,
  number text not null check (length(number) between 1 and 64),
  direction text not null check (direction in ('in', 'out')),
  at timestamptz not null,
  sent_at timestamptz not null,
  reader text not null default '' check (length(reader) <= 60),
  primary key (zone_id, number)
);
-- Who is inside, longest first.
create index badge_states_inside on badge_states (zone_id, at, number) where direction = 'in';
create index badge_states_at on badge_states (at);
alter table badge_states enable row level security;

-- How long a zone keeps badge events. A zone without a row has the default.
create table badge_settings (
  zone_id uuid primary key references zones (id) on delete cascade,
  days integer not null check (days between 1 and 3650)
);
alter table badge_settings enable row level security;

-- Of people whom a badge put on a roll: the number, and the last time it went out since, which is a note and no state.
alter table emergency_people add column badge text check (length(badge) <= 64);
alter table emergency_people add column badge_out_at timestamptz;
alter table emergency_people add column badge_out_reader text check (length(badge_out_reader) <= 60);
create unique index emergency_people_badge on emergency_people (emergency_id, zone_id, badge) where user_id is null;
