create function announce_session_end() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
  values ('user:' || old.user_id, 'session.revoked', jsonb_build_object('userId', old.user_id, 'sessionId', old.id));
  return old;
end $$;
create trigger announce_session_end after delete on auth.sessions for each row execute function announce_session_end();

-- When a password changes, ends everything opened with the old one in the same statement, whoever writes the new one: sessions,
-- known devices, sign-ins waiting for their second step, and reset links, which the auth library stores under the person's id. The
-- session that changes its own password remains, and so does its device. A concurrent sign-in holds a share lock on the row, so it
-- finishes first and its session is ended here too.
create function end_old_password() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from known_devices where user_id = new.user_id and token_hash is distinct from (
    select device_hash from auth.sessions where id = actor_session_id() and user_id = new.user_id);
  delete from auth.sessions where user_id = new.user_id and id is distinct from actor_session_id();
  delete from auth.pending_sign_ins where user_id = new.user_id;
  delete from auth.verifications where value = new.user_id::text;
  return new;
end $$;
create trigger end_old_password after update of password on auth.accounts
  for each row when (old.password is distinct from new.password) execute function end_old_password();
-- Also ends everything when a first password is set: sessions from single sign-on and the other reset links.
create trigger end_before_first_password after insert on auth.accounts
  for each row when (new.password is not null) execute function end_old_password();

-- Deletes an account's emailed links and passkey ceremonies with the account: every pending verification that contains its id.
-- Foreign keys already delete sign-ins that wait for their second step.
create function end_waiting_links() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from auth.verifications where strpos(value, old.id::text) > 0;
  return null;
end $$;
create trigger end_waiting_links after delete on auth.users for each row execute function end_waiting_links();
