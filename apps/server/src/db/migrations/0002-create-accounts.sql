-- Sign-in data lives in a schema of its own that muster_app cannot even see.
create schema auth;

create table auth.users (
  id uuid primary key default uuid_v7(),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  -- What sign-up says of the person; moved into user_profiles and entry_pins by the trigger create_profile, then emptied.
  sign_up jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.sessions (
  id uuid primary key default uuid_v7(),
  token text not null unique,
  user_id uuid not null references auth.users (id) on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The device it was opened on, so that revoking it also forgets the device.
  device_hash bytea
);
create index sessions_user_id on auth.sessions (user_id);
create index sessions_expires_at on auth.sessions (expires_at);

create table auth.accounts (
  id uuid primary key default uuid_v7(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user_id on auth.accounts (user_id);

create table auth.verifications (
  id uuid primary key default uuid_v7(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on auth.verifications (identifier);

create table user_profiles (
  id uuid primary key references auth.users (id) on delete cascade deferrable initially deferred,
  email text not null unique check (email = lower(email)),
  first_name text not null check (length(first_name) <= 100),
  last_name text not null check (length(last_name) <= 100),
  phone text check (length(phone) <= 40),
  date_of_birth date,
  role text not null default 'app_user' check (role in (
    'super_admin', 'admin', 'manager', 'supervisor', 'worker', 'client_admin', 'zone_manager_rw', 'zone_manager_ro', 'app_user')),
  status text not null default 'active' check (status in ('active', 'inactive', 'suspended')),
  user_code text not null unique,
  skills text[] not null default '{}',
  profile_image text,
  emergency_contact_name text,
  emergency_contact_phone text,
  emergency_contact_relationship text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A photo is one of the person's own files.
  constraint profile_image_own check (profile_image is null or profile_image like 'avatars/' || id || '/%')
);
create index user_profiles_created_at on user_profiles (created_at desc);
create index user_profiles_role on user_profiles (role);

-- The four-digit zone entry PIN, argon2id. `failures` are the wrong tries since the last success or reset.
create table entry_pins (
  user_id uuid primary key references auth.users (id) on delete cascade deferrable initially deferred,
  pin_hash text not null,
  failures timestamptz[] not null default '{}',
  updated_at timestamptz not null default now()
);

-- Devices somebody has signed in from: guesses at the password from elsewhere do not keep these out. Only hashes of the
-- tokens are kept.
create table known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);
-- Whether a device is known to anybody is asked at every sign-in that brings a token.
create index known_devices_token_hash on known_devices (token_hash);

alter table auth.users enable row level security;
alter table auth.sessions enable row level security;
alter table auth.accounts enable row level security;
alter table auth.verifications enable row level security;
alter table user_profiles enable row level security;
alter table entry_pins enable row level security;
alter table known_devices enable row level security;
