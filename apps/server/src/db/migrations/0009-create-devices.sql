-- Devices somebody has signed in from: guesses at the password from elsewhere do not keep these out. Only hashes of the
-- tokens are kept.
create table known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);
alter table known_devices enable row level security;
create policy owner_only on known_devices using (false);

-- One's own code: the new value is made by the server, the unique key refuses one that is taken.
grant update (user_code) on user_profiles to muster_app;
