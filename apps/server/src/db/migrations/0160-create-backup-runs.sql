-- Backups of the installation and their checks, also those that wait, run or failed. What is really there is in the place of the
-- backups; this is its index, for System Status and the page of super admins.
create table backup_runs (
  id uuid primary key default uuid_v7(),
  kind text not null check (kind in ('backup', 'check')),
  cause text not null check (cause in ('schedule', 'person', 'command')),
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  -- The backup that was made or checked.
  name text check (length(name) <= 60),
  phase text check (phase in ('database', 'packing', 'files', 'cleaning')),
  stored_bytes bigint not null default 0 check (stored_bytes >= 0),
  file_count bigint check (file_count >= 0),
  form text check (length(form) <= 20),
  encrypted boolean,
  problem text check (length(problem) <= 300),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  progressed_at timestamptz,
  finished_at timestamptz,
  -- The backup is no longer in its place.
  removed_at timestamptz
);
create index backup_runs_newest on backup_runs (created_at desc);
-- At most one waits, however often it is asked for.
create unique index backup_runs_waiting on backup_runs (kind) where state = 'waiting';
alter table backup_runs enable row level security;
