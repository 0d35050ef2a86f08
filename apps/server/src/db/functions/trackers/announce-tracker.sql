-- Announces that a tracker was added, removed or given a new token, because nodes cache trackers' owners. Also announces changes to
-- `unused_at` and `later_used`, because the owner's screens show which messages were not used.
create function announce_tracker() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its trackers := coalesce(new, old);
begin
  insert into feed_events (topic, kind, payload)
  values ('user:' || its.user_id, 'tracker.changed', jsonb_build_object('userId', its.user_id, 'trackerId', its.id));
  return its;
end $$;
create trigger announce_tracker after insert or delete or update of token_hash, unused_at, later_used on trackers for each row execute function announce_tracker();
