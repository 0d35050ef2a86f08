-- How a zone calls its people in an emergency. Kinds without a plan have the default one, which has no row.
create table emergency_plans (
  id uuid primary key,
  zone_id uuid not null references zones (id) on delete cascade,
  kind text not null check (kind in ('evacuate', 'shelter', 'keep_away', 'welfare')),
  name text not null check (length(name) between 1 and 80),
  -- What people read: the text for everybody, and those in other languages by their codes.
  message text not null default '' check (length(message) <= 500),
  messages jsonb not null default '{}' check (jsonb_typeof(messages) = 'object' and pg_column_size(messages) <= 16384),
  -- Whom the plan calls besides those whom its kind calls.
  audience text[] not null default '{}' check (audience <@ array['expected', 'members']),
  -- The words of the answers by meaning, each in several languages.
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object' and pg_column_size(answers) <= 16384),
  -- The names of the zone's assembly points that people are sent to. Empty: all.
  point_names text[] not null default '{}' check (cardinality(point_names) <= 20),
  -- Null: people are asked once.
  ask_again_minutes smallint check (ask_again_minutes between 2 and 60),
  -- Null: nobody is told who has not answered.
  tell_after_minutes smallint check (tell_after_minutes between 1 and 60),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index emergency_plans_name on emergency_plans (zone_id, lower(name));
alter table emergency_plans enable row level security;

-- The people who are told that somebody has not answered: of a plan, or of an emergency that was declared with it.
create table emergency_contacts (
  id uuid primary key default uuid_v7(),
  plan_id uuid references emergency_plans (id) on delete cascade,
  emergency_id uuid references emergencies (id) on delete cascade,
  user_id uuid not null references user_profiles (id) on delete cascade,
  check (num_nonnulls(plan_id, emergency_id) = 1)
);
create unique index emergency_contacts_plan on emergency_contacts (plan_id, user_id);
create unique index emergency_contacts_emergency on emergency_contacts (emergency_id, user_id);
create index emergency_contacts_user on emergency_contacts (user_id);
alter table emergency_contacts enable row level security;

-- An emergency copies its plan, so that changing or deleting the plan changes nothing that runs.
alter table emergencies
  add column plan_id uuid references emergency_plans (id) on delete set null,
  add column plan_name text not null default '' check (length(plan_name) <= 80),
  add column messages jsonb not null default '{}' check (jsonb_typeof(messages) = 'object' and pg_column_size(messages) <= 16384),
  add column audience text[] not null default '{}' check (audience <@ array['expected', 'members']),
  add column answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object' and pg_column_size(answers) <= 16384),
  add column point_names text[] not null default '{}' check (cardinality(point_names) <= 20),
  add column ask_again_minutes smallint check (ask_again_minutes between 2 and 60),
  add column asked_again smallint not null default 0,
  add column ask_again_at timestamptz,
  -- Null once they were told.
  add column tell_at timestamptz;
create index emergencies_plan on emergencies (plan_id);
create index emergencies_reminders on emergencies (least(ask_again_at, tell_at)) where all_clear_at is null;

-- How often a zone drills. Zones without a row need no drill.
create table drill_calendars (
  zone_id uuid primary key references zones (id) on delete cascade,
  every_months smallint not null check (every_months between 1 and 24),
  -- The first drill is due this long after it.
  since timestamptz not null default now(),
  last_drill_at timestamptz,
  -- The zone's, copied for the next date. The job renews it.
  time_zone text not null check (length(time_zone) <= 64),
  -- In that time zone, as domain/drill-calendar.ts computes it.
  due_on date not null,
  -- The due dates of which those responsible were told: that it comes, and that it has passed.
  announced_due_on date,
  overdue_due_on date
);
-- listDrills
create index drill_calendars_due on drill_calendars (due_on, zone_id);
alter table drill_calendars enable row level security;
