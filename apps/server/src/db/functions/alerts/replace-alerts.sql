-- Deletes alerts with their pending deliveries. Deliveries are locked in the same order as in `finishDeliveries`: if the query plan
-- decided the order, large batches could deadlock.
create function delete_alerts(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform from alert_deliveries where alert_id = any(ids) order by alert_id, channel for update;
  delete from user_alerts where id = any(ids);
end $$;
revoke execute on function delete_alerts(uuid[]) from public;

-- Raises an alert in place of the earlier one from the same source. For example, a conversation has only its newest alert, which is
-- counted and announced like any new alert.
create function replace_alerts(new_type text, target_zone uuid, new_title jsonb, new_description jsonb, facts jsonb, event text, people uuid[])
returns void language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform delete_alerts(array(select id from user_alerts where source = event and user_id = any(people)));
  perform raise_alerts(new_type, target_zone, new_title, new_description, facts, event, people);
end $$;
revoke execute on function replace_alerts(text, uuid, jsonb, jsonb, jsonb, text, uuid[]) from public;
grant execute on function replace_alerts(text, uuid, jsonb, jsonb, jsonb, text, uuid[]) to muster_app;
