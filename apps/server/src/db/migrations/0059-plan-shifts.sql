-- When people of a zone are expected, by its own clocks. A plan of a group counts for the people of the group in place of those of the zone.
create table shift_plans (
  id uuid primary key default uuid_v7(),
  -- Made by the app: a plan whose answer was lost is not made twice.
  request_id uuid not null,
  zone_id uuid not null references zones (id) on delete cascade,
  group_id uuid references groups (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- Of the week, as ISO 8601 counts them: 1 is Monday.
  days smallint[] not null check (cardinality(days) between 1 and 7 and days <@ '{1,2,3,4,5,6,7}' and pg_column_size(days) <= 64),
  starts time not null,
  -- Not after the start: on the next day.
  ends time not null,
  grace_minutes smallint not null default 10 check (grace_minutes between 0 and 240),
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  created_by uuid references user_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index shift_plans_request on shift_plans (created_by, request_id);
-- listPlans, expected_shifts
create index shift_plans_zone on shift_plans (zone_id, name);
create index shift_plans_group on shift_plans (group_id);
alter table shift_plans enable row level security;

-- Nobody is expected on these, whatever the plans say.
create table zone_holidays (
  zone_id uuid not null references zones (id) on delete cascade,
  day date not null check (day between '1970-01-01' and '9999-12-31'),
  name text not null check (length(name) between 1 and 80),
  created_by uuid references user_profiles (id) on delete set null,
  primary key (zone_id, day)
);
create index zone_holidays_created_by on zone_holidays (created_by);
alter table zone_holidays enable row level security;

-- Said by a manager about a day of somebody else, beside the measured visits, which nothing changes. Only ever added to: the newest of a
-- day counts, one that takes the correction back as well.
create table attendance_corrections (
  id uuid primary key default uuid_v7(),
  request_id uuid not null,
  zone_id uuid not null references zones (id) on delete cascade,
  user_id uuid not null references user_profiles (id) on delete cascade,
  day date not null check (day between '1970-01-01' and '9999-12-31'),
  -- Null: as measured.
  first_in timestamptz,
  last_out timestamptz check (last_out >= first_in),
  inside_minutes integer check (inside_minutes between 0 and 2880),
  -- The absence, or what is missing of the day, is excused.
  excused boolean not null default false,
  withdrawn boolean not null default false,
  reason text not null check (length(reason) between 1 and 500),
  corrected_by uuid references user_profiles (id) on delete set null,
  corrected_at timestamptz not null default clock_timestamp(),
  check (withdrawn = (first_in is null and last_out is null and inside_minutes is null and not excused))
);
create unique index attendance_corrections_request on attendance_corrections (corrected_by, request_id);
-- listCorrections, and the foreign keys
create index attendance_corrections_day on attendance_corrections (zone_id, day, user_id, corrected_at desc, id desc);
create index attendance_corrections_user on attendance_corrections (user_id, day);
-- The cleanup.
create index attendance_corrections_old on attendance_corrections (day);
alter table attendance_corrections enable row level security;

-- Somebody says that their own day was otherwise. A manager answers, or they take it back.
create table attendance_objections (
  id uuid primary key default uuid_v7(),
  request_id uuid not null,
  zone_id uuid not null references zones (id) on delete cascade,
  user_id uuid not null references user_profiles (id) on delete cascade,
  day date not null check (day between '1970-01-01' and '9999-12-31'),
  text text not null check (length(text) between 1 and 1000),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn')),
  answer text not null default '' check (length(answer) <= 1000),
  answered_by uuid references user_profiles (id) on delete set null,
  answered_at timestamptz check ((answered_at is null) = (state = 'open')),
  created_at timestamptz not null default now()
);
create unique index attendance_objections_request on attendance_objections (user_id, request_id);
-- One waits for an answer at a time.
create unique index attendance_objections_open on attendance_objections (zone_id, user_id, day) where state = 'open';
-- listOpenObjections
create index attendance_objections_waiting on attendance_objections (zone_id, created_at, id) where state = 'open';
create index attendance_objections_day on attendance_objections (zone_id, day, user_id);
create index attendance_objections_user on attendance_objections (user_id, day);
create index attendance_objections_answered_by on attendance_objections (answered_by);
create index attendance_objections_old on attendance_objections (day);
alter table attendance_objections enable row level security;
