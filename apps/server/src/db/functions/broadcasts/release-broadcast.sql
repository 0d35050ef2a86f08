create function announce_broadcast(its broadcasts, reminded boolean default false) returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  insert into feed_events (topic, kind, payload)
  select topic, 'broadcast.changed', jsonb_build_object('zoneId', its.zone_id, 'broadcastId', its.id,
    'senderId', its.sender_id, 'title', its.title, 'priority', its.priority, 'state', its.state, 'reminded', reminded)
  from unnest(array[coalesce('zone:' || its.zone_id, 'everyone'), 'admin', 'user:' || its.sender_id]) topic where topic is not null
$$;
revoke execute on function announce_broadcast(broadcasts, boolean) from public;

-- Freezes the recipients and alerts them. The clock calls it as the owner for scheduled broadcasts.
create function release_broadcast(target uuid) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  its broadcasts;
  people uuid[];
begin
  update broadcasts set state = 'sent', sent_at = now() where id = target returning * into its;
  people := broadcast_audience(its);
  insert into broadcast_recipients (broadcast_id, user_id, zone_id)
    select its.id, person, its.zone_id from unnest(people) person order by person;
  perform raise_alerts('broadcast', its.zone_id, its.title, excerpt(its.message),
    jsonb_build_object('broadcastId', its.id) || case its.priority when 'urgent' then '{"urgent": true}' else '{}' end::jsonb,
    'broadcast:' || its.id, people);
  perform announce_broadcast(its);
  return cardinality(people);
end $$;
revoke execute on function release_broadcast(uuid) from public;

-- Sends or schedules what the actor has just written or changed; answers how many people it goes to.
create function send_broadcast(target uuid) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  its broadcasts;
begin
  select * into its from broadcasts where id = target and state = 'scheduled' for update;
  if not found or not may_broadcast(its.zone_id) then
    raise exception 'may not send this broadcast' using errcode = '42501';
  end if;
  if its.send_at > now() then
    perform announce_broadcast(its);
    return cardinality(broadcast_audience(its));
  end if;
  return release_broadcast(target);
end $$;

-- Logs that the actor changed a scheduled broadcast, and alerts its sender when somebody else did: it goes out in the sender's name.
create function follow_broadcast_edit(target uuid) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  its broadcasts;
begin
  select * into its from broadcasts where id = target and state = 'scheduled';
  if not found or not may_broadcast(its.zone_id) then
    raise exception 'may not change this broadcast' using errcode = '42501';
  end if;
  insert into security_events (event_type, description, actor_id, affected_user_id, metadata)
    values ('broadcast_changed', 'A scheduled broadcast was changed.', actor_id(), its.sender_id,
      jsonb_build_object('broadcastId', its.id, 'zoneId', its.zone_id));
  if its.sender_id <> actor_id() then
    perform replace_alerts('system', its.zone_id, name_of_person(actor_id()) || ' changed your scheduled broadcast', its.title,
      jsonb_build_object('broadcastId', its.id), 'broadcast:' || its.id || ':edited', array[its.sender_id]);
  end if;
end $$;

-- Recalls a scheduled broadcast for anyone who may send in its zone. False if it is no longer scheduled.
create function recall_broadcast(target uuid) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  its broadcasts;
begin
  update broadcasts set state = 'recalled' where id = target and state = 'scheduled' and may_broadcast(zone_id) returning * into its;
  if not found then
    return false;
  end if;
  perform announce_broadcast(its);
  return true;
end $$;

-- The people who can send a broadcast again that was not sent, without its sender: those who may send in its zone; super admins where
-- it was for all zones or nobody else is left.
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

-- Recalls the scheduled broadcasts of a person whose account is about to be deleted, and alerts those who can send them again; answers
-- how many there were.
create function recall_broadcasts_of(person uuid) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  its broadcasts;
  recalled integer := 0;
begin
  for its in update broadcasts set state = 'recalled' where sender_id = person and state = 'scheduled' returning * loop
    recalled := recalled + 1;
    perform announce_broadcast(its);
    perform raise_alerts('system', its.zone_id, 'Will not be sent: ' || its.title,
      'The account of its sender was deleted. Send it again if it is still needed.',
      jsonb_build_object('broadcastId', its.id), 'broadcast:' || its.id || ':not-sent', resenders_of(its));
  end loop;
  return recalled;
end $$;
revoke execute on function recall_broadcasts_of(uuid) from public;

-- Sends the scheduled broadcasts that are due, one node at a time; answers how many it handled. A broadcast is recalled, and its sender
-- alerted, if they may no longer send, the zone is closed, or none of its groups is left: otherwise it would reach nobody, unnoticed.
-- Where the sender has no active account any more, those who can send it again are alerted.
create function release_due_broadcasts() returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  its broadcasts;
  handled integer := 0;
  has_groups boolean;
  has_sender boolean;
begin
  for its in select * from broadcasts where state = 'scheduled' and send_at <= now() order by send_at for update skip locked limit 20 loop
    handled := handled + 1;
    has_sender := exists (select from user_profiles u where u.id = its.sender_id and u.status = 'active');
    has_groups := cardinality(its.target_groups) = 0 or exists (select from groups g where g.id = any(its.target_groups));
    if has_groups and (its.zone_id is null or exists (select from zones z where z.id = its.zone_id and z.status = 'active')) and exists (
      select from user_profiles u where u.id = its.sender_id and u.status = 'active' and (
        exists (select from role_permissions p where p.role = u.role and p.permission = 'broadcast')
          and exists (select from role_permissions p where p.role = u.role and p.permission = 'view_all_zones')
        or exists (select from members_with('broadcast') a
          where a.user_id = u.id and a.zone_id = its.zone_id and a.accepted_at is not null)))
    then
      perform release_broadcast(its.id);
    else
      update broadcasts set state = 'recalled' where id = its.id returning * into its;
      perform announce_broadcast(its);
      perform raise_alerts('system', its.zone_id, 'Not sent: ' || its.title,
        case when not has_sender then 'Its sender has no active account any more. Send it again if it is still needed.'
          when has_groups then 'When its time came, you could not send to this zone any more, or the zone was closed.'
          else 'The groups it was for were deleted. Send it to other people if it is still needed.' end,
        jsonb_build_object('broadcastId', its.id), 'broadcast:' || its.id || ':not-sent',
        case when has_sender then array[its.sender_id] else resenders_of(its) end);
    end if;
  end loop;
  return handled;
end $$;
revoke execute on function release_due_broadcasts() from public;

-- Reminds members who have not answered (or not seen it, if it asks nothing); the reminder replaces the first alert. Null within a minute
-- of the last reminder.
create function remind_broadcast(target uuid) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  its broadcasts;
  people uuid[];
begin
  if not exists (select from broadcasts b where b.id = target and may_broadcast(b.zone_id)) then
    raise exception 'may not remind of this broadcast' using errcode = '42501';
  end if;
  update broadcasts set reminders = reminders + 1, reminded_at = now()
    where id = target and state = 'sent' and (reminded_at is null or reminded_at < now() - interval '1 minute')
    returning * into its;
  if not found then
    return null;
  end if;
  -- Chosen people may have left a group or gone outside since; they are reminded while they are members.
  select coalesce(array_agg(r.user_id), '{}') into people from broadcast_recipients r
    where r.broadcast_id = its.id and r.state in ('queued', 'delivered', 'pushed', 'seen')
      and (r.state <> 'seen' or cardinality(its.answers) > 0)
      and r.user_id in (select m.user_id from broadcast_reach(its.zone_id, '{}', '{}', false, its.sender_id, its.priority = 'urgent') m
        where m.barrier is null);
  -- An order that still waits has the same source: carried out first, it would take the place of the reminder.
  delete from alert_orders where source = 'broadcast:' || its.id;
  perform replace_alerts('broadcast', its.zone_id, 'Reminder: ' || its.title, excerpt(its.message),
    jsonb_build_object('broadcastId', its.id) || case its.priority when 'urgent' then '{"urgent": true}' else '{}' end::jsonb,
    'broadcast:' || its.id, people);
  perform announce_broadcast(its, true);
  return cardinality(people);
end $$;

-- Ends an urgent question: it is no longer shown as open, and can still be answered from the broadcast. False where it is not open.
create function end_question(target uuid) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  its broadcasts;
begin
  update broadcasts b set closed_at = now()
    where b.id = target and b.state = 'sent' and b.priority = 'urgent' and cardinality(b.answers) > 0
      and question_ended_at(b) is null and may_broadcast(b.zone_id)
    returning * into its;
  if not found then
    return false;
  end if;
  -- Announced like a reminder: nothing new was sent.
  perform announce_broadcast(its, true);
  return true;
end $$;

-- Marks recipients as unreachable who left or lost their account before the broadcast reached them.
create function note_unreachable() returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  noted bigint;
begin
  update broadcast_recipients r set state = 'unreachable', changed_at = now(),
    reason = case when exists (select from user_profiles u where u.id = r.user_id and u.status = 'active')
      then 'No longer a member of the zone' else 'The account is not active' end
    where r.state = 'queued'
      and not exists (select from alert_orders o where o.source = 'broadcast:' || r.broadcast_id)
      and not exists (select from user_alerts a where a.user_id = r.user_id and a.source = 'broadcast:' || r.broadcast_id);
  get diagnostics noted = row_count;
  return noted;
end $$;
revoke execute on function note_unreachable() from public;

-- Announces progress to those who watch a broadcast, once per statement, however many recipients changed.
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
