-- Who may connect as what. Requests run as muster_app, a role that owns nothing and is bound by row-level security: they log
-- in as a role that is a member of it and of nothing else (app_login). The owner of the tables (whoever migrates) runs
-- migrations, the check writer, the feed reader and jobs.
do $$
begin
  if not exists (select from pg_roles where rolname = 'muster_app') then
    create role muster_app nologin;
  end if;
exception when duplicate_object or unique_violation then null; -- two databases of one cluster migrating at once
end $$;
revoke create on schema public from public;
grant usage on schema public to muster_app;

-- Time-ordered keys (RFC 9562, version 7): 48 bits of milliseconds, then random bits. The one function that stands in a
-- migration instead of ../functions: the defaults of the tables rest on it, and it never changes.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) placing
        substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- The permission matrix of packages/domain/src/permission.ts, written anew at every start.
create table role_permissions (
  role text not null,
  permission text not null,
  primary key (role, permission)
);
alter table role_permissions enable row level security;
-- The role that requests of this database log in as, made by db/app-login.ts. One row.
create table app_login (
  one_row boolean primary key default true check (one_row),
  name text not null,
  password text not null
);
alter table app_login enable row level security;

alter table schema_migrations enable row level security;
alter table schema_functions enable row level security;

-- Facts about this installation that the server itself must remember, for example that it holds the demo.
create table installation_facts (
  fact text primary key,
  noted_at timestamptz not null default now()
);
alter table installation_facts enable row level security;

-- When each try of the last window was taken: at most so many in any window, wherever it begins.
create unlogged table rate_limits (
  key text primary key,
  taken timestamptz[] not null,
  expires_at timestamptz not null
);
alter table rate_limits enable row level security;
