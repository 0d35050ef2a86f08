-- Announces every change to a person's second step, because screens show whether it is set up and nodes cache who must add one.
create function announce_two_step() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
begin
  insert into feed_events (topic, kind, payload)
  values ('user:' || person, 'two-step.changed', jsonb_build_object('userId', person));
  return coalesce(new, old);
end $$;
create trigger announce_two_step after update of confirmed_at or delete on auth.two_step
  for each row execute function announce_two_step();
create trigger announce_passkey after insert or update of name or delete on auth.passkeys
  for each row execute function announce_two_step();
