-- Keys that browsers and phones hold for a person, in the columns the library wants. Sign-in data, for the owner alone.
create table auth.passkeys (
  id uuid primary key default uuid_v7(),
  name text,
  user_id uuid not null references auth.users (id) on delete cascade,
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_id on auth.passkeys (user_id);
alter table auth.passkeys enable row level security;
