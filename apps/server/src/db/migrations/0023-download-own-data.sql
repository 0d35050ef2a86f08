-- The file with everything that is kept about a person, as far as it has come; one a person. Who asks again, once it is done,
-- gets another one in its place.
create table data_downloads (
  user_id uuid primary key references user_profiles (id) on delete cascade,
  id uuid not null unique default uuid_v7(),
  state text not null default 'preparing' check (state in ('preparing', 'ready', 'failed')),
  percent integer not null default 0 check (percent between 0 and 100),
  -- A node that was thought dead and still writes is of an earlier attempt: what it wrote counts for nothing.
  attempt integer not null default 0,
  -- Of the attempt that is under way, or of the file that is ready.
  path text check (path like 'downloads/' || user_id || '/%'),
  bytes bigint,
  requested_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz,
  check ((state = 'ready') = (ready_at is not null and expires_at is not null and bytes is not null)),
  check (state <> 'ready' or path is not null)
);
alter table data_downloads enable row level security;

-- Stored files whose rows are gone, however that came about. A job removes them, and forgets them some time after: one that
-- was still being written then would be left behind.
create table removed_files (
  path text primary key,
  removed_at timestamptz not null default now()
);
alter table removed_files enable row level security;
