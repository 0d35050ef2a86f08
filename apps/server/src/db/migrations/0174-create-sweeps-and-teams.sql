-- The parts of a zone that wardens walk through in an emergency, in their order.
create table sweep_areas (
  id uuid primary key default uuid_v7(),
  zone_id uuid not null references zones (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  position integer not null check (position between 0 and 49)
);
create unique index sweep_areas_name on sweep_areas (zone_id, name);
alter table sweep_areas enable row level security;

-- What wardens said about an area in an emergency. Rows are only added. The declaration adds the first row of each area, so that later
-- changes of the zone's list change no emergency.
create table emergency_sweeps (
  id uuid primary key default uuid_v7(),
  emergency_id uuid not null references emergencies (id) on delete cascade,
  -- Null once the zone was deleted.
  zone_id uuid references zones (id) on delete set null,
  -- The area of the zone's list, which may have been removed since.
  area_key uuid not null,
  area_name text not null check (length(area_name) between 1 and 80),
  position integer not null check (position between 0 and 49),
  -- Made by the client; that of the first row is the emergency's id.
  request_id uuid not null,
  state text not null check (state in ('open', 'clear', 'not_reached')),
  note text not null default '' check (length(note) <= 200),
  claimed_by uuid references user_profiles (id) on delete set null,
  happened_at timestamptz not null,
  received_at timestamptz not null default now()
);
create unique index emergency_sweeps_request on emergency_sweeps (emergency_id, area_key, request_id);
create index emergency_sweeps_zone on emergency_sweeps (zone_id);
create index emergency_sweeps_claimed_by on emergency_sweeps (claimed_by);
alter table emergency_sweeps enable row level security;

-- People who were sent back in, and are asked about in rounds (personnel accountability reports).
create table emergency_teams (
  id uuid primary key default uuid_v7(),
  emergency_id uuid not null references emergencies (id) on delete cascade,
  -- Null for a call for all zones, and once the zone was deleted.
  zone_id uuid references zones (id) on delete set null,
  request_id uuid not null,
  name text not null check (length(name) between 1 and 80),
  interval_minutes integer not null check (interval_minutes between 1 and 240),
  started_by uuid references user_profiles (id) on delete set null,
  started_at timestamptz not null default now(),
  ended_by uuid references user_profiles (id) on delete set null,
  ended_at timestamptz check (ended_at >= started_at)
);
create unique index emergency_teams_request on emergency_teams (emergency_id, request_id);
create index emergency_teams_zone on emergency_teams (zone_id);
create index emergency_teams_started_by on emergency_teams (started_by);
create index emergency_teams_ended_by on emergency_teams (ended_by);
-- listTeamsToCheck
create index emergency_teams_open on emergency_teams (id) where ended_at is null;
alter table emergency_teams enable row level security;

create table emergency_team_people (
  id uuid primary key default uuid_v7(),
  team_id uuid not null references emergency_teams (id) on delete cascade,
  -- The person on the roll, whose name is there. Null for a typed name.
  roll_entry_id uuid references emergency_people (id) on delete cascade,
  name text not null default '' check (length(name) <= 120),
  position integer not null check (position between 0 and 49)
);
create unique index emergency_team_people_position on emergency_team_people (team_id, position);
create index emergency_team_people_roll_entry on emergency_team_people (roll_entry_id);
alter table emergency_team_people enable row level security;

create table par_rounds (
  id uuid primary key default uuid_v7(),
  team_id uuid not null references emergency_teams (id) on delete cascade,
  number integer not null check (number >= 1),
  opened_at timestamptz not null,
  due_at timestamptz not null check (due_at >= opened_at),
  -- When the starter and the managers were alerted that it is overdue.
  alerted_at timestamptz,
  closed_at timestamptz check (closed_at >= opened_at),
  -- Everybody was confirmed, the next round was due, or the team ended.
  closed_because text check (closed_because in ('complete', 'next_due', 'ended')),
  check ((closed_at is null) = (closed_because is null))
);
create unique index par_rounds_number on par_rounds (team_id, number);
create unique index par_rounds_open on par_rounds (team_id) where closed_at is null;
alter table par_rounds enable row level security;

-- Who confirmed whom in a round. Rows are only added.
create table par_confirmations (
  id uuid primary key default uuid_v7(),
  round_id uuid not null references par_rounds (id) on delete cascade,
  team_person_id uuid not null references emergency_team_people (id) on delete cascade,
  request_id uuid not null,
  confirmed_by uuid references user_profiles (id) on delete set null,
  happened_at timestamptz not null,
  received_at timestamptz not null default now()
);
create unique index par_confirmations_request on par_confirmations (team_person_id, request_id);
create index par_confirmations_round on par_confirmations (round_id);
create index par_confirmations_confirmed_by on par_confirmations (confirmed_by);
alter table par_confirmations enable row level security;

-- What a person needs to leave in an emergency. Others see it only while an emergency with the person on its roll is open.
create table evacuation_notes (
  user_id uuid primary key references user_profiles (id) on delete cascade,
  note text not null check (length(note) between 1 and 200),
  updated_at timestamptz not null default now()
);
alter table evacuation_notes enable row level security;
