-- Lets a webhook receive events from the moment it is switched on, and resets its failures. Runs as the owner, because a request
-- may not read the feed's position.
create function begin_webhook() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.after_seq := feed_horizon();
  new.failures := 0;
  new.failing_since := null;
  new.paused_until := null;
  new.gave_up := false;
  return new;
end $$;
create trigger begin_webhook_added before insert on webhooks for each row execute function begin_webhook();
create trigger begin_webhook_again before update of active on webhooks
  for each row when (new.active and not old.active) execute function begin_webhook();
