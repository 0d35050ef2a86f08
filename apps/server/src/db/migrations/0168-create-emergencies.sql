-- Emergencies and drills: somebody calls the people of a zone, and everybody is accounted for until the all clear.
create table emergencies (
  id uuid primary key default uuid_v7(),
  -- Made by the client, so that a repeated declaration declares once.
  request_id uuid not null,
  -- Null: all zones, or a zone that was deleted since. The name is the one at the declaration; null for all zones.
  zone_id uuid references zones (id) on delete set null,
  zone_name text check (length(zone_name) <= 200),
  kind text not null check (kind in ('evacuate', 'shelter', 'keep_away', 'welfare')),
  drill boolean not null,
  message text not null default '' check (length(message) <= 500),
  declared_by uuid references user_profiles (id) on delete set null,
  declared_at timestamptz not null default now(),
  all_clear_by uuid references user_profiles (id) on delete set null,
  all_clear_at timestamptz check (all_clear_at >= declared_at)
);
create unique index emergencies_request on emergencies (declared_by, request_id);
-- listEmergencies
create index emergencies_newest on emergencies (declared_at desc, id desc);
create index emergencies_zone on emergencies (zone_id);
create index emergencies_all_clear_by on emergencies (all_clear_by);
-- The open ones, which every arrival asks for.
create index emergencies_open on emergencies (zone_id) where all_clear_at is null;
create index emergencies_ended on emergencies (all_clear_at) where all_clear_at is not null;
alter table emergencies enable row level security;

-- The roll of an emergency. Name, telephone and place are copies, so that deleting, unlinking or moving a person changes no count.
create table emergency_people (
  id uuid primary key default uuid_v7(),
  emergency_id uuid not null references emergencies (id) on delete cascade,
  -- The zone in which the person counts. Null once it was deleted.
  zone_id uuid references zones (id) on delete set null,
  zone_name text check (length(zone_name) <= 200),
  -- Null for people added by hand, and once the account is deleted.
  user_id uuid references user_profiles (id) on delete set null,
  name text not null check (length(name) <= 200),
  sort_name text not null check (length(sort_name) <= 200),
  phone text not null default '' check (length(phone) <= 40),
  why text not null check (why in ('inside', 'uncertain', 'not_seen', 'off_site', 'came_later', 'visitor', 'by_hand')),
  inside_since timestamptz,
  seen_at timestamptz,
  accuracy_meters double precision,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  -- Made by the client for people added by hand.
  request_id uuid,
  added_by uuid references user_profiles (id) on delete set null,
  added_at timestamptz not null default now(),
  -- What the claims say (domain/emergency.ts).
  state text not null default 'missing' check (state in ('missing', 'help', 'safe', 'elsewhere', 'not_on_site')),
  state_at timestamptz,
  disputed boolean not null default false
);
create unique index emergency_people_person on emergency_people (emergency_id, user_id);
create unique index emergency_people_request on emergency_people (emergency_id, request_id);
-- listPeople
create index emergency_people_state on emergency_people (emergency_id, state, sort_name, id);
create index emergency_people_user on emergency_people (user_id);
create index emergency_people_added_by on emergency_people (added_by);
create index emergency_people_zone on emergency_people (zone_id);
alter table emergency_people enable row level security;

-- What somebody said about a person on the roll. Rows are only added.
create table emergency_claims (
  id uuid primary key default uuid_v7(),
  emergency_id uuid not null references emergencies (id) on delete cascade,
  roll_entry_id uuid not null references emergency_people (id) on delete cascade,
  zone_id uuid references zones (id) on delete set null,
  request_id uuid not null,
  state text not null check (state in ('missing', 'help', 'safe', 'elsewhere', 'not_on_site')),
  how text not null check (how in ('own', 'captain', 'point')),
  place text not null default '' check (length(place) <= 120),
  claimed_by uuid references user_profiles (id) on delete set null,
  happened_at timestamptz not null,
  received_at timestamptz not null default now()
);
create unique index emergency_claims_request on emergency_claims (roll_entry_id, request_id);
create index emergency_claims_emergency on emergency_claims (emergency_id, happened_at, id);
create index emergency_claims_claimed_by on emergency_claims (claimed_by);
create index emergency_claims_zone on emergency_claims (zone_id);
alter table emergency_claims enable row level security;
