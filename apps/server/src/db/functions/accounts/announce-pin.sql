-- Announces every change to a PIN's status to the owner of the PIN and to their zones, because both the owner and people who may
-- reset it see whether it can be tried.
create function announce_pin() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
  select topic, 'pin.changed', jsonb_build_object('userId', new.user_id)
  from (
    select 'user:' || new.user_id as topic
    union all
    select 'zone:' || zone_id from zone_assignments where user_id = new.user_id and accepted_at is not null
  ) topics;
  return new;
end $$;
create trigger announce_pin_set after insert on entry_pins for each row execute function announce_pin();
create trigger announce_pin_changed after update of pin_hash, failures, reset_asked_at on entry_pins
  for each row when (old.pin_hash <> new.pin_hash or old.failures <> new.failures or old.reset_asked_at is distinct from new.reset_asked_at) execute function announce_pin();
