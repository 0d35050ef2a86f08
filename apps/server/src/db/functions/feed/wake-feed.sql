-- Wakes the readers when the transaction commits. The notice says nothing; equal notices of a transaction fold into one.
create function wake_feed() returns trigger language plpgsql as $$
begin
  notify muster_feed;
  return null;
end $$;
create trigger wake_feed after insert on feed_events for each statement execute function wake_feed();
