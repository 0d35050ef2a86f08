-- The inbox of a person: a row for each event that concerns them. `source` names the event, so that a job that runs again adds nothing.
create table user_alerts (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references user_profiles (id) on delete cascade,
  zone_id uuid references zones (id) on delete set null,
  type text not null
    check (type in ('document_upload', 'group_activity', 'hazard_alert', 'broadcast', 'zone_assignment', 'system')),
  title text not null check (length(title) between 1 and 300),
  description text not null default '' check (length(description) <= 1000),
  metadata jsonb not null default '{}' check (pg_column_size(metadata) <= 4096),
  source text not null check (length(source) <= 200),
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, source)
);
-- listAlerts, and those that are new
create index user_alerts_newest on user_alerts (user_id, created_at desc, id desc);
create index user_alerts_unread on user_alerts (user_id, created_at desc, id desc) where not is_read;
create index user_alerts_zone on user_alerts (zone_id);
-- deleteOldAlerts (jobs)
create index user_alerts_created_at on user_alerts (created_at);
alter table user_alerts enable row level security;

-- Alerts for more people than fit into the transaction of their event: written down with it, and carried out by a job.
create table alert_orders (
  id uuid primary key default uuid_v7(),
  zone_id uuid references zones (id) on delete cascade,
  type text not null,
  title text not null,
  description text not null,
  metadata jsonb not null,
  source text not null,
  user_ids uuid[] not null,
  created_at timestamptz not null default now()
);
create index alert_orders_zone on alert_orders (zone_id);
alter table alert_orders enable row level security;

-- How alerts of a type come to a person who decided on it.
create table alert_preferences (
  user_id uuid not null references user_profiles (id) on delete cascade,
  type text not null
    check (type in ('document_upload', 'group_activity', 'hazard_alert', 'broadcast', 'zone_assignment', 'system')),
  inbox boolean not null,
  push boolean not null,
  mail boolean not null,
  primary key (user_id, type)
);
alter table alert_preferences enable row level security;

-- When nothing but urgent alerts is pushed, by the clock of the person.
create table quiet_hours (
  user_id uuid primary key references user_profiles (id) on delete cascade,
  -- As clocks show it: 22:00.
  starts text not null check (length(starts) = 5 and starts ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ends text not null check (length(ends) = 5 and ends ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone text not null check (length(time_zone) <= 60)
);
alter table quiet_hours enable row level security;

-- What goes to a person outside of the app: one row for each way, in one state, until it is sent or given up.
create table alert_deliveries (
  alert_id uuid not null references user_alerts (id) on delete cascade,
  channel text not null check (channel in ('push', 'mail')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'skipped')),
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  -- A node is at it, and will be done by then.
  taken_until timestamptz,
  problem text check (length(problem) <= 300),
  sent_at timestamptz,
  primary key (alert_id, channel)
);
create index alert_deliveries_waiting on alert_deliveries (next_try_at) where state = 'waiting';
alter table alert_deliveries enable row level security;
