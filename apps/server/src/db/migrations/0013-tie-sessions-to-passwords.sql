-- A session knows the device it was opened on, so that revoking it also forgets the device. Sessions from before do not.
alter table auth.sessions add column device_hash bytea;

-- What was opened with the old password ends with it, in the same statement, whoever writes the new one. The session that
-- changes its own password stays, and so does its device. A sign-in that is under way holds a share lock on the row.
create function end_old_password() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from known_devices where user_id = new.user_id and token_hash is distinct from (
    select device_hash from auth.sessions where id = actor_session_id() and user_id = new.user_id);
  delete from auth.sessions where user_id = new.user_id and id is distinct from actor_session_id();
  return new;
end $$;
create trigger end_old_password after update of password on auth.accounts
  for each row when (old.password is distinct from new.password) execute function end_old_password();

-- Mails greet with the name of the profile.
create function follow_name() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update auth.users set name = new.first_name || ' ' || new.last_name where id = new.id;
  return new;
end $$;
create trigger follow_name after update of first_name, last_name on user_profiles for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name)) execute function follow_name();
update auth.users u set name = p.first_name || ' ' || p.last_name from user_profiles p where p.id = u.id;

-- When each try of the last window was taken: at most so many in any window, wherever it begins. The old counters say less
-- and are worth a quarter of an hour.
drop table rate_limits;
create unlogged table rate_limits (
  key text primary key,
  taken timestamptz[] not null,
  expires_at timestamptz not null
);
alter table rate_limits enable row level security;
create policy owner_only on rate_limits using (false);

-- That a session began is said by the sign-in alone.
create policy no_sessions on feed_events as restrictive for insert to muster_app with check (kind <> 'session.started');
