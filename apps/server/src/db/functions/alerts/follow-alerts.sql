create function alert_view(its user_alerts) returns jsonb language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('id', its.id, 'type', its.type, 'title', its.title, 'description', its.description,
    'zoneId', its.zone_id, 'metadata', its.metadata, 'isRead', its.is_read, 'createdAt', wire_time(its.created_at))
$$;
revoke execute on function alert_view(user_alerts) from public;

-- Returns when the person's current quiet hours end; now if they have none at the moment.
create function quiet_until(person uuid) returns timestamptz
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  its quiet_hours;
  clock timestamp;
  begins time;
  finish time;
begin
  select * into its from quiet_hours where user_id = person;
  if not found then
    return now();
  end if;
  begin
    clock := now() at time zone its.time_zone;
    begins := its.starts;
    finish := its.ends;
    return case
      when begins < finish and clock::time >= begins and clock::time < finish then (clock::date + finish) at time zone its.time_zone
      when begins > finish and clock::time >= begins then (clock::date + 1 + finish) at time zone its.time_zone
      when begins > finish and clock::time < finish then (clock::date + finish) at time zone its.time_zone
      else now()
    end;
  exception when invalid_parameter_value then
    -- The database no longer knows this time zone, so no quiet hours apply: reporting a hazard must not fail because of that.
    return now();
  end;
end $$;
revoke execute on function quiet_until(uuid) from public;

-- Processes new alerts with one statement per table, however many there are. Publishes them to the people's screens, queues push
-- notifications and emails, and marks broadcasts as delivered.
create function follow_alerts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its record;
begin
  insert into alert_deliveries (alert_id, user_id, urgent, calls_help, channel, next_try_at)
  select a.id, a.user_id, urgent, urgent and coalesce(a.metadata ->> 'meaning' = 'help', false), way.channel, case when urgent then now() else quiet_until(a.user_id) end
  from added a
    left join alert_preferences p on p.user_id = a.user_id and p.type = a.type
    cross join lateral (select coalesce(a.metadata ->> 'urgent' = 'true', false) as urgent) how
    cross join lateral (values
      -- Urgent alerts and their emails cannot be turned off. Repeated ones are not emailed again.
      ('push', (how.urgent or coalesce(p.push, true)) and exists (select from push_subscriptions s where s.user_id = a.user_id)),
      ('mail', (how.urgent or coalesce(p.mail, false)) and a.metadata ->> 'repeated' is distinct from 'true')) way (channel, wanted)
  where way.wanted and a.metadata ->> 'inAppOnly' is distinct from 'true';
  -- Uses an array instead of a join, because a query plan that expects few rows would compare each recipient with each alert.
  for its in select (a.metadata ->> 'broadcastId')::uuid as id, array_agg(a.user_id) as people
    from added a where a.type = 'broadcast' group by 1 loop
    update broadcast_recipients r set state = 'delivered', changed_at = now()
      where r.broadcast_id = its.id and r.user_id = any(its.people) and r.state = 'queued';
  end loop;
  insert into feed_events (topic, kind, payload)
  select 'user:' || a.user_id, 'alert.added', jsonb_build_object('userId', a.user_id, 'alert', alert_view(a)) from added a;
  return null;
end $$;
create trigger follow_alerts after insert on user_alerts referencing new table as added
  for each statement execute function follow_alerts();
create trigger keep_updated_at before update of is_read on user_alerts for each row execute function keep_updated_at();
