-- Removes the subscriptions that a new one replaces: the session's former subscription and the previous user's in this browser,
-- which this person's requests could not remove. A browser has one subscription, and a session has one browser. Concurrent
-- registrations of one endpoint are serialised.
create function replace_push_subscription() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('push:' || new.endpoint, 0));
  delete from push_subscriptions where endpoint = new.endpoint or session_id = new.session_id;
  return new;
end $$;
create trigger replace_push_subscription before insert on push_subscriptions for each row execute function replace_push_subscription();
