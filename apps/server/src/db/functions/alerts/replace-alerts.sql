-- Raises an alert in place of the earlier one of the same source: a conversation has one alert, the newest, which counts and is
-- announced as any new one.
create function replace_alerts(new_type text, target_zone uuid, new_title text, new_description text, facts jsonb, event text, people uuid[])
returns void language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from user_alerts where source = event and user_id = any(people);
  perform raise_alerts(new_type, target_zone, new_title, new_description, facts, event, people);
end $$;
revoke execute on function replace_alerts(text, uuid, text, text, jsonb, text, uuid[]) from public;
