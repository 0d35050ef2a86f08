-- Sign-in data lives in a schema of its own that muster_app cannot even see.
create schema auth;

create table auth.users (
  id uuid primary key default uuid_v7(),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  -- What sign-up says of the person; moved into user_profiles and entry_pins by the trigger below, then emptied.
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
  updated_at timestamptz not null default now()
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
  updated_at timestamptz not null default now()
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

-- A new sign-in gets its profile and PIN in the same statement: there is never one without the other.
create function create_profile() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into user_profiles (id, email, first_name, last_name, phone, date_of_birth, role, user_code)
  values (
    new.id, new.email,
    coalesce(new.sign_up ->> 'firstName', ''), coalesce(new.sign_up ->> 'lastName', ''),
    nullif(new.sign_up ->> 'phone', ''), (new.sign_up ->> 'dateOfBirth')::date,
    coalesce(new.sign_up ->> 'role', 'app_user'), new.sign_up ->> 'userCode');
  if new.sign_up ? 'pinHash' then
    insert into entry_pins (user_id, pin_hash) values (new.id, new.sign_up ->> 'pinHash');
  end if;
  new.sign_up := null;
  return new;
end $$;
create trigger create_profile before insert on auth.users for each row execute function create_profile();

create table security_events (
  id uuid primary key default uuid_v7(),
  event_type text not null check (length(event_type) between 1 and 100),
  description text not null,
  actor_id uuid,
  affected_user_id uuid,
  severity text not null default 'info' check (severity in ('info', 'low', 'medium', 'high', 'critical')),
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index security_events_created_at on security_events (created_at desc);
create index security_events_affected on security_events (affected_user_id, created_at desc);

-- Counters of the throttles (rate-limiter-flexible keeps this shape).
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
