-- Announces every added or removed subscription, whatever the cause, because a person's screens list their devices.
create function announce_push() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its push_subscriptions := coalesce(new, old);
begin
  insert into feed_events (topic, kind, payload)
  values ('user:' || its.user_id, 'push.changed', jsonb_build_object('userId', its.user_id));
  return its;
end $$;
create trigger announce_push after insert or delete on push_subscriptions for each row execute function announce_push();
