-- What sends somebody's positions beside their browser: an app with a token of its own, which can do nothing else. Only the
-- hash of the token is kept.
create table trackers (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references user_profiles (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  app text not null check (app in ('owntracks', 'traccar', 'osmand', 'overland', 'other')),
  -- By it the doors of the apps find whose positions these are.
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
-- list_trackers
create index trackers_user_id on trackers (user_id, created_at desc);
alter table trackers enable row level security;
