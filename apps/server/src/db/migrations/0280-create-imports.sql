-- Imports of files, so that what a file brought in can be found again and undone. The client creates the id.
create table imports (
  id uuid primary key,
  kind text not null check (kind in ('people', 'zones')),
  file_name text not null check (length(file_name) <= 200),
  user_id uuid references user_profiles (id) on delete set null,
  client_id uuid references clients (id) on delete set null,
  begun_at timestamptz not null default now(),
  -- When the last batch arrived, which tells an import that runs from one that stopped.
  noted_at timestamptz not null default now(),
  ended_at timestamptz,
  created_count integer not null default 0 check (created_count >= 0),
  changed_count integer not null default 0 check (changed_count >= 0),
  left_out_count integer not null default 0 check (left_out_count >= 0),
  left_out text check (length(left_out) <= 1000000),
  undone_at timestamptz,
  undone_by uuid references user_profiles (id) on delete set null,
  removed_count integer not null default 0 check (removed_count >= 0),
  kept_count integer not null default 0 check (kept_count >= 0)
);
create index imports_begun on imports (begun_at, id);
create index imports_user on imports (user_id, begun_at);
create index imports_client on imports (client_id);
create index imports_undone_by on imports (undone_by);
alter table imports enable row level security;

-- What an import created and what still exists of it.
create table import_items (
  id uuid primary key default uuid_v7(),
  import_id uuid not null references imports (id) on delete cascade,
  user_id uuid unique references user_profiles (id) on delete cascade,
  zone_id uuid unique references zones (id) on delete cascade,
  check (num_nonnulls(user_id, zone_id) = 1)
);
create index import_items_import on import_items (import_id);
alter table import_items enable row level security;
