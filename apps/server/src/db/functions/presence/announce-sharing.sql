-- Notifies viewers of the zone and all the person's devices when location sharing begins, pauses, resumes or ends, whatever the
-- cause: the person, the planned end, or the end of the session or the membership.
create function announce_sharing() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended boolean := tg_op = 'DELETE';
  its presence_sharing := case when ended then old else new end;
  state jsonb := case when not ended then jsonb_build_object('sessionId', its.session_id, 'startedAt', wire_time(its.started_at),
    'endsAt', wire_time(its.ends_at), 'pausedAt', wire_time(its.paused_at)) end;
  change text := case
    when ended then 'ended'
    when tg_op = 'INSERT' or old.started_at <> its.started_at or old.zone_id <> its.zone_id then 'started'
    when its.paused_at is not null then 'paused'
    else 'resumed' end;
begin
  if tg_op = 'UPDATE' and old.zone_id <> new.zone_id then
    insert into feed_events (topic, kind, payload)
    values ('zone:' || old.zone_id, 'presence.sharing',
      jsonb_build_object('zoneId', old.zone_id, 'userId', old.user_id, 'change', 'ended', 'sharing', null));
  end if;
  insert into feed_events (topic, kind, payload)
  select topic, 'presence.sharing', jsonb_build_object('zoneId', its.zone_id, 'userId', its.user_id, 'change', change, 'sharing', state)
  from (values ('user:' || its.user_id), ('zone:' || its.zone_id)) topics (topic);
  return null;
end $$;
create trigger announce_sharing after insert or update or delete on presence_sharing
  for each row execute function announce_sharing();
