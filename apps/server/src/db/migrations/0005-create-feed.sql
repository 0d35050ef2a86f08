-- The live feed: written in the transaction of the change, read in the order (xid, seq) of finished transactions.
create table feed_events (
  seq bigint generated always as identity primary key,
  -- The writing transaction: readers hold back the events of transactions that may still be open.
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
create index feed_events_order on feed_events (xid, seq);
create index feed_events_created_at on feed_events using brin (created_at);

-- How far retention has emptied the feed: everything up to and including (xid, seq) is gone. Who resumes from before
-- it must read everything anew. One row.
create table feed_floor (
  one_row boolean primary key default true check (one_row),
  xid xid8 not null default '0',
  seq bigint not null default 0,
  -- Which history of this database the cursors of the feed belong to. A restore sets it anew: what was read after the backup
  -- is gone, and nobody may resume from there.
  history uuid not null default gen_random_uuid()
);
insert into feed_floor default values;

alter table feed_events enable row level security;
alter table feed_floor enable row level security;
