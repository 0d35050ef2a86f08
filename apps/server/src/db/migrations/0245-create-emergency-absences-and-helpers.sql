-- Members of a zone who are on no roll and said that they are not there, so that they are not asked again.
create table emergency_absences (
  emergency_id uuid not null references emergencies (id) on delete cascade,
  user_id uuid not null references user_profiles (id) on delete cascade,
  zone_id uuid references zones (id) on delete set null,
  said_at timestamptz not null default now(),
  primary key (emergency_id, user_id)
);
create index emergency_absences_user on emergency_absences (user_id);
create index emergency_absences_zone on emergency_absences (zone_id);
alter table emergency_absences enable row level security;

-- Who has seen that somebody needs help, and when last.
create table emergency_help_views (
  roll_entry_id uuid not null references emergency_people (id) on delete cascade,
  user_id uuid not null references user_profiles (id) on delete cascade,
  zone_id uuid references zones (id) on delete set null,
  seen_at timestamptz not null default now(),
  primary key (roll_entry_id, user_id)
);
create index emergency_help_views_user on emergency_help_views (user_id);
create index emergency_help_views_zone on emergency_help_views (zone_id);
alter table emergency_help_views enable row level security;

-- Who said that they are going to somebody who needs help, until when. The report names them, so the rows stay without an account.
create table emergency_helpers (
  id uuid primary key default uuid_v7(),
  emergency_id uuid not null references emergencies (id) on delete cascade,
  roll_entry_id uuid not null references emergency_people (id) on delete cascade,
  zone_id uuid references zones (id) on delete set null,
  user_id uuid references user_profiles (id) on delete set null,
  going_at timestamptz not null default clock_timestamp(),
  released_at timestamptz check (released_at >= going_at)
);
create unique index emergency_helpers_going on emergency_helpers (roll_entry_id, user_id) where released_at is null;
create index emergency_helpers_emergency on emergency_helpers (emergency_id, going_at);
create index emergency_helpers_user on emergency_helpers (user_id);
create index emergency_helpers_zone on emergency_helpers (zone_id);
alter table emergency_helpers enable row level security;
