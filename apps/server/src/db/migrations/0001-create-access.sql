-- Who may connect as what. Requests run as muster_app, a role that owns nothing and is bound by row-level security;
-- the owner of the tables (whoever migrates) runs migrations, the check writer, the feed reader and jobs.
do $$
begin
  if not exists (select from pg_roles where rolname = 'muster_app') then
    create role muster_app nologin;
  end if;
exception when duplicate_object or unique_violation then null; -- two databases of one cluster migrating at once
end $$;
do $$
begin
  execute format('grant muster_app to %I', current_user);
end $$;
revoke create on schema public from public;
grant usage on schema public to muster_app;

-- Time-ordered keys (RFC 9562, version 7): 48 bits of milliseconds, then random bits.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) placing
        substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- The acting person of this transaction, set by db.asActor for the transaction only.
create function actor_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('muster.user_id', true), '')::uuid
$$;
create function actor_session_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('muster.session_id', true), '')::uuid
$$;

-- The permission matrix of packages/domain/src/permission.ts, written anew at every start.
create table role_permissions (
  role text not null,
  permission text not null,
  primary key (role, permission)
);
alter table role_permissions enable row level security;
create policy read_all on role_permissions for select to muster_app using (true);
grant select on role_permissions to muster_app;

alter table schema_migrations enable row level security;
create policy owner_only on schema_migrations using (false);
