-- Addresses of the organisation that are told of what happens, each delivery signed with the secret of its webhook: it must be
-- known to sign, and no request may read it.
create table webhooks (
  id uuid primary key default uuid_v7(),
  name text not null check (length(name) between 1 and 60),
  address text not null check (length(address) <= 2000),
  secret text not null check (length(secret) <= 100),
  -- After a new one the former signs as well, until then.
  previous_secret text check (length(previous_secret) <= 100),
  previous_until timestamptz,
  kinds text[] not null check (cardinality(kinds) between 1 and 20 and pg_column_size(kinds) <= 2048),
  -- Null: of every zone. One that was deleted stays: of its end it was told.
  zone_ids uuid[] check (cardinality(zone_ids) between 1 and 200 and pg_column_size(zone_ids) <= 8192),
  active boolean not null default true,
  -- The events of the feed up to here were before it was switched on.
  after_seq bigint not null default 0,
  -- Tries that failed one after the other, since when, and until when it is left in peace.
  failures integer not null default 0,
  failing_since timestamptz,
  paused_until timestamptz,
  gave_up boolean not null default false,
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references user_profiles (id) on delete set null
);
create index webhooks_created_by on webhooks (created_by);
alter table webhooks enable row level security;

-- What is, was or could not be delivered. Kept for two weeks and deleted in batches by the index on its time: of entries, exits and
-- changes there are few, and what waits is written anew at each try, which parts by time do not make cheaper.
create table webhook_deliveries (
  id uuid primary key default uuid_v7(),
  webhook_id uuid not null references webhooks (id) on delete cascade,
  event_id text not null,
  kind text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given_up')),
  attempts integer not null default 0,
  status integer,
  response text check (length(response) <= 500),
  problem text check (length(problem) <= 300),
  next_try_at timestamptz not null default now(),
  -- A node is at it, and will be done by then.
  taken_until timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  -- An event is delivered to a webhook once.
  unique (webhook_id, event_id)
);
-- listDeliveries
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id desc);
-- deleteDeliveries (jobs)
create index webhook_deliveries_created_at on webhook_deliveries (created_at);
-- findForgotten
create index webhook_deliveries_waiting on webhook_deliveries (next_try_at) where state = 'waiting';
alter table webhook_deliveries enable row level security;

-- How far the feed was read for webhooks; whoever reads holds its one row.
create table webhook_cursor (
  one_row boolean primary key default true check (one_row),
  seq bigint not null default 0
);
insert into webhook_cursor default values;
alter table webhook_cursor enable row level security;
