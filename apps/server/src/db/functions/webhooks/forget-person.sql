-- Removes a deleted account's name from pending and logged deliveries. The name becomes null, as in later events about the person.
-- The event itself stays, so that the receiver learns that somebody left. The response is cleared because it may repeat the name.
create function forget_person_of_deliveries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A concurrent reader of the feed may already have read the name. This waits for that reader, so that the update sees the
  -- deliveries it creates.
  perform from webhook_cursor for update;
  update webhook_deliveries set response = null,
    body = regexp_replace(body, '("person":\{"id":"[^"]*","name":)"(?:[^"\\]|\\.)*"', '\1null')
  where person_id = old.id;
  return null;
end $$;
-- The trigger's name sorts after the cascades' names, so a webhook is locked before its deliveries, as it is when they are
-- recorded.
create trigger forget_person_of_deliveries after delete on user_profiles
  for each row execute function forget_person_of_deliveries();
