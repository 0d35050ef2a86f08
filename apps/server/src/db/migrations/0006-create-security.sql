-- What happened, for the internal administrators: append-only for everyone and a chain of hashes. Each event carries its
-- number, without gaps, and the hash of itself and of the event before; the three are null until it is linked, soon after its
-- commit. Whoever alters the past with the triggers turned off must rewrite everything after it, and the head, to pass
-- features/security/verify-chain.ts, and the anchors outside of the database are still against them (anchors.ts).
create table security_events (
  id uuid primary key default uuid_v7(),
  event_type text not null check (length(event_type) between 1 and 100),
  description text not null,
  actor_id uuid,
  affected_user_id uuid,
  severity text not null default 'info' check (severity in ('info', 'low', 'medium', 'high', 'critical')),
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  number bigint check (number > 0),
  previous_hash text check (length(previous_hash) = 64),
  hash text check (length(hash) = 64),
  -- The list, newest first (listEvents), and the verifier's pages (checkChainPage).
  constraint security_events_number unique (number),
  check ((number is null) = (hash is null) and (number is null) = (previous_hash is null))
);
-- The events that wait for their link (link_security_events).
create index security_events_unlinked on security_events (created_at, id) where number is null;
-- The list from and to a time (listEvents), the figures of the last day (countLastDay).
create index security_events_created_at on security_events (created_at desc);
-- The sign-ins and failures of an account (sign-ins.queries.ts), the list of one person (listEvents).
create index security_events_affected on security_events (affected_user_id, created_at desc);
-- The list of one type (listEvents), suspicious accounts (sign-ins.queries.ts).
create index security_events_type on security_events (event_type, created_at desc);
-- The list of one person (listEvents).
create index security_events_actor on security_events (actor_id, number desc);

-- How many events there are and the hash of the last, so that a cut tail is noticed too. One row.
create table security_chain (
  one_row boolean primary key default true check (one_row),
  events bigint not null default 0,
  last_hash text not null default repeat('0', 64)
);
insert into security_chain default values;

-- Notices of breaches, made by an internal admin or by the monitoring of sign-ins.
create table data_breach_notifications (
  id uuid primary key default uuid_v7(),
  description text not null check (length(description) between 1 and 2000),
  affected_users_count integer not null check (affected_users_count >= 0),
  severity text not null check (severity in ('info', 'low', 'medium', 'high', 'critical')),
  metadata jsonb not null default '{}',
  -- The account whose sign-ins raised it; null when a person wrote it.
  account_id uuid references user_profiles (id) on delete set null,
  created_by uuid references user_profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index data_breach_notifications_created_at on data_breach_notifications (created_at desc);
create index data_breach_notifications_account on data_breach_notifications (account_id, created_at desc);
create index data_breach_notifications_created_by on data_breach_notifications (created_by);
alter table security_events enable row level security;
alter table security_chain enable row level security;
alter table data_breach_notifications enable row level security;
