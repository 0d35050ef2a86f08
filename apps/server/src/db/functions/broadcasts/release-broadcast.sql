-- Sends a broadcast: stores its recipients and returns how many there are. The scheduler calls this as the owner.
create function release_broadcast(target uuid) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  its broadcasts;
  people integer;
begin
  update broadcasts set state = 'sent', sent_at = now() where id = target returning * into its;
  insert into broadcast_recipients (broadcast_id, user_id, zone_id)
    select its.id, person, its.zone_id from unnest(broadcast_audience(its)) person order by person;
  get diagnostics people = row_count;
  return people;
end $$;
revoke execute on function release_broadcast(uuid) from public;

-- Sends a scheduled broadcast now, if the actor may send it.
create function send_broadcast(target uuid) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform from broadcasts where id = target and state = 'scheduled' and may_broadcast(zone_id) for update;
  if not found then
    raise exception 'may not send this broadcast' using errcode = '42501';
  end if;
  return release_broadcast(target);
end $$;

-- The people who can resend a broadcast that was not sent, except its sender: those who may send in its zone, or super admins if it
-- was for all zones or nobody else is left.
create function resenders_of(its broadcasts) returns uuid[]
language sql stable security definer set search_path = public, pg_temp as $$
  with managers as (
    select a.user_id from members_with('broadcast') a join user_profiles u on u.id = a.user_id and u.status = 'active'
    where a.zone_id = its.zone_id and a.accepted_at is not null and a.user_id is distinct from its.sender_id)
  select coalesce(array_agg(person), '{}') from (
    select user_id as person from managers
    union all
    select u.id from user_profiles u
    where u.status = 'active' and u.id is distinct from its.sender_id and not exists (select from managers)
      and exists (select from role_permissions p where p.role = u.role and p.permission = 'broadcast')
      and exists (select from role_permissions p where p.role = u.role and p.permission = 'view_all_zones')) people
$$;
revoke execute on function resenders_of(broadcasts) from public;

-- Records a reminder and returns how many people it is for; null if the broadcast has not been sent or the last reminder was less
-- than a minute ago. Fails with 42501 if the actor may not send there.
create function remind_broadcast(target uuid) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from broadcasts b where b.id = target and may_broadcast(b.zone_id)) then
    raise exception 'may not remind of this broadcast' using errcode = '42501';
  end if;
  update broadcasts set reminders = reminders + 1, reminded_at = now()
    where id = target and state = 'sent' and (reminded_at is null or reminded_at < now() - interval '1 minute');
  if not found then
    return null;
  end if;
  -- Drops a pending alert job for the broadcast. It has the same source as the reminder, so if it ran first, the reminder would
  -- create no alerts.
  delete from alert_orders where source = 'broadcast:' || target;
  return cardinality(waiting_recipients(target));
end $$;

-- Ends an urgent question, so that it is no longer shown as open. It can still be answered from the broadcast. Returns false if it
-- was not open or the actor may not end it.
create function end_question(target uuid) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update broadcasts b set closed_at = now()
    where b.id = target and b.state = 'sent' and b.priority = 'urgent' and cardinality(b.answers) > 0
      and question_ended_at(b) is null and may_broadcast(b.zone_id);
  return found;
end $$;

-- Announces progress to viewers of a broadcast, once per statement, however many recipients have changed. It is a trigger because
-- recipients are changed not only by broadcasts but also by alerts, when they are delivered (follow_alerts) and pushed.
create function announce_progress() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
  select distinct coalesce('zone:' || c.zone_id, 'user:' || b.sender_id), 'broadcast.progress',
    jsonb_build_object('zoneId', c.zone_id, 'broadcastId', c.broadcast_id)
  from changed c join broadcasts b on b.id = c.broadcast_id
  where c.zone_id is not null or b.sender_id is not null;
  return null;
end $$;
create trigger announce_progress after update on broadcast_recipients referencing new table as changed
  for each statement execute function announce_progress();

-- For the delivery of alerts: notes that a device received them.
create function mark_pushed(pushed jsonb) returns void language sql set search_path = public, pg_temp as $$
  update broadcast_recipients r set state = 'pushed', changed_at = now()
  from jsonb_to_recordset(pushed) as it (broadcast_id uuid, user_id uuid)
  where r.broadcast_id = it.broadcast_id and r.user_id = it.user_id and r.state = 'delivered'
$$;
revoke execute on function mark_pushed(jsonb) from public;
