-- Announces an entry that ends early, because the session may no longer follow the zone. Grants based on an entry that expires end
-- by themselves.
create function announce_entry_end() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
  values ('user:' || old.user_id, 'entry.ended',
    jsonb_build_object('userId', old.user_id, 'zoneId', old.zone_id, 'sessionId', old.session_id));
  return old;
end $$;
create trigger announce_entry_end after delete on zone_entries
  for each row when (old.expires_at > now()) execute function announce_entry_end();

-- Ends all entries made with a PIN when it is changed or removed, whoever does it.
create function end_entries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from zone_entries where user_id = old.user_id;
  return old;
end $$;
create trigger end_entries_of_changed_pin after update of pin_hash on entry_pins
  for each row when (old.pin_hash <> new.pin_hash) execute function end_entries();
create trigger end_entries_of_removed_pin after delete on entry_pins for each row execute function end_entries();
