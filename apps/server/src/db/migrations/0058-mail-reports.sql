-- Addresses that the reports of a zone are mailed to, with or without an account.
create table report_recipients (
  id uuid primary key default uuid_v7(),
  zone_id uuid not null references zones (id) on delete cascade,
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  name text not null default '' check (length(name) <= 120),
  added_by uuid references user_profiles (id) on delete set null,
  added_at timestamptz not null default now(),
  unique (zone_id, email)
);
create index report_recipients_email on report_recipients (email);
create index report_recipients_added_by on report_recipients (added_by);
alter table report_recipients enable row level security;

-- Reports of a zone that are made by the clock and mailed to its recipients.
create table report_schedules (
  id uuid primary key default uuid_v7(),
  -- Made by the client: a schedule whose answer was lost is not made twice.
  request_id uuid not null,
  zone_id uuid not null references zones (id) on delete cascade,
  kind text not null check (kind in ('attendance', 'presence', 'notifications', 'broadcasts')),
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  rhythm text not null check (rhythm in ('week', 'fortnight', 'month')),
  -- The first day of some fortnight.
  starts_on date check (starts_on between '1970-01-01' and '9999-12-31'),
  enabled boolean not null default true,
  -- Since when it is as it is: what was due before is not made.
  since timestamptz not null default now(),
  next_run_at timestamptz not null,
  created_by uuid references user_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  check ((rhythm = 'fortnight') = (starts_on is not null))
);
create unique index report_schedules_request on report_schedules (created_by, request_id);
create index report_schedules_zone on report_schedules (zone_id);
-- claimDueSchedules (jobs)
create index report_schedules_due on report_schedules (next_run_at) where enabled;
alter table report_schedules enable row level security;

-- A report as a file: asked for by a person, or made for a schedule and mailed.
create table report_runs (
  id uuid primary key default uuid_v7(),
  request_id uuid not null default uuid_v7(),
  -- The person it is for; it goes with them, and so does its file.
  asked_by uuid references user_profiles (id) on delete cascade,
  schedule_id uuid references report_schedules (id) on delete cascade,
  -- Of a schedule: run again by hand by somebody.
  rerun boolean not null default false,
  rerun_by uuid references user_profiles (id) on delete set null,
  kind text not null check (kind in ('attendance', 'presence', 'notifications', 'broadcasts')),
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  -- Null: all zones the person may see.
  zone_id uuid references zones (id) on delete cascade,
  group_id uuid references groups (id) on delete cascade,
  person_id uuid references user_profiles (id) on delete cascade,
  from_day date not null check (from_day >= '1970-01-01'),
  to_day date not null check (to_day <= '9999-12-31'),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  percent integer not null default 0 check (percent between 0 and 100),
  -- What a node that was thought dead still writes is of an earlier attempt and counts for nothing.
  attempt integer not null default 0,
  rows integer,
  bytes bigint,
  path text check (path like 'reports/%' and length(path) <= 300),
  problem text check (length(problem) <= 300),
  asked_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  check (num_nonnulls(asked_by, schedule_id) = 1),
  check (schedule_id is null or zone_id is not null),
  check (to_day >= from_day),
  check (state <> 'done' or rows is not null and bytes is not null and expires_at is not null)
);
create unique index report_runs_request on report_runs (asked_by, request_id);
-- Each period of a schedule is made once by the clock, however many nodes there are.
create unique index report_runs_period on report_runs (schedule_id, from_day, to_day) where not rerun;
create index report_runs_schedule on report_runs (schedule_id);
create index report_runs_rerun_by on report_runs (rerun_by);
create index report_runs_zone on report_runs (zone_id, asked_at desc, id desc);
create index report_runs_group on report_runs (group_id);
create index report_runs_person on report_runs (person_id);
create index report_runs_path on report_runs (path);
create index report_runs_asked_at on report_runs (asked_at);
alter table report_runs enable row level security;

-- Who a run is mailed to, each address once, and what became of it.
create table report_deliveries (
  id uuid primary key default uuid_v7(),
  run_id uuid not null references report_runs (id) on delete cascade,
  -- Whoever is taken off the list gets nothing that still waits.
  recipient_id uuid references report_recipients (id) on delete set null,
  email text not null check (length(email) between 3 and 254),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'skipped')),
  attempts integer not null default 0,
  -- A node is at it, and will be done by then.
  taken_until timestamptz,
  problem text check (length(problem) <= 300),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (run_id, email)
);
create index report_deliveries_recipient on report_deliveries (recipient_id);
create index report_deliveries_waiting on report_deliveries (created_at) where state = 'waiting';
alter table report_deliveries enable row level security;
