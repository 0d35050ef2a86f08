-- Those of a zone who may see its hazards: the managers, or everybody. Who has not accepted yet is not told.
create function hazard_audience(target_zone uuid, everybody boolean, but_not uuid) returns uuid[]
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(distinct a.user_id), '{}')
  from members_with(case when everybody then 'view_hazards' else 'view_zone_users' end) a
  where a.zone_id = target_zone and a.accepted_at is not null and a.user_id is distinct from but_not
$$;
revoke execute on function hazard_audience(uuid, boolean, uuid) from public;

-- Whether the person may still see a hazard of the zone, their own report or another's: alerts about one end with the membership.
create function sees_hazard(person uuid, target_zone uuid, reporter uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from members_with(case when person = reporter then 'view_own_hazards' else 'view_hazards' end) a
      where a.user_id = person and a.zone_id = target_zone and a.accepted_at is not null)
    or exists (select from user_profiles u join role_permissions p on p.role = u.role and p.permission = 'view_all_zones'
      where u.id = person)
$$;
revoke execute on function sees_hazard(uuid, uuid, uuid) from public;

-- The managers have an alert of every hazard; of a high or critical one everybody in the zone has.
create function alert_of_hazard() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform raise_alerts('hazard_alert', new.zone_id, initcap(new.severity) || ': ' || new.title, new.description,
    jsonb_build_object('hazardId', new.id) || case new.severity when 'critical' then '{"urgent": true}' else '{}' end::jsonb,
    'hazard:' || new.id, hazard_audience(new.zone_id, new.severity in ('high', 'critical'), new.reported_by));
  return null;
end $$;
create trigger alert_of_hazard after insert on hazards for each row execute function alert_of_hazard();

-- The reporter is alerted about each step, and a new assignee about the assignment; nobody about their own acts.
create function alert_of_hazard_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  facts jsonb := jsonb_build_object('hazardId', new.id);
begin
  if old.status <> new.status then
    perform raise_alerts('hazard_alert', new.zone_id, new.title,
      'Now ' || replace(new.status, '_', ' ') || '.', facts, 'hazard:' || new.id || ':' || new.status || ':' || txid_current(),
      array(select distinct person from unnest(array[new.reported_by, new.assignee_id]) person
        where person is distinct from actor_id() and sees_hazard(person, new.zone_id, new.reported_by)));
  end if;
  if old.assignee_id is distinct from new.assignee_id and new.assignee_id is distinct from actor_id()
    and sees_hazard(new.assignee_id, new.zone_id, new.reported_by) then
    perform raise_alerts('hazard_alert', new.zone_id, 'Assigned to you: ' || new.title, new.description, facts,
      'hazard:' || new.id || ':assigned:' || txid_current(), array[new.assignee_id]);
  end if;
  return null;
end $$;
create trigger alert_of_hazard_change after update of status, assignee_id on hazards
  for each row execute function alert_of_hazard_change();

-- The assignee of a notification that is due within the hour is alerted once, and again after its time changes.
create function tell_due_hazards(within interval) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  its hazards;
  told integer := 0;
begin
  for its in
    update hazards set due_told_at = now()
      where due_at is not null and due_told_at is null and assignee_id is not null and status in ('open', 'in_progress')
        and due_at < now() + within and sees_hazard(assignee_id, zone_id, reported_by)
    returning *
  loop
    perform raise_alerts('hazard_alert', its.zone_id, case when its.due_at < now() then 'Overdue: ' else 'Due soon: ' end || its.title,
      'This notification is assigned to you.', jsonb_build_object('hazardId', its.id),
      'hazard:' || its.id || ':due:' || extract(epoch from its.due_at)::bigint, array[its.assignee_id]);
    told := told + 1;
  end loop;
  return told;
end $$;
revoke execute on function tell_due_hazards(interval) from public;

create function reset_due_told() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.due_told_at := null;
  return new;
end $$;
create trigger reset_due_told before update of due_at on hazards
  for each row when (old.due_at is distinct from new.due_at) execute function reset_due_told();
create trigger keep_updated_at before update of status, assignee_id, due_at, photo_urls on hazards
  for each row execute function keep_updated_at();

-- Screens of the zone, those of administrators and webhooks hear of it, however it came about.
create function announce_hazard() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its hazards;
  change text;
begin
  if tg_table_name = 'hazard_steps' then
    select * into its from hazards where id = new.hazard_id;
    change := 'comment';
  else
    its := new;
    if tg_op = 'UPDATE' then
      change := case when old.status <> new.status then 'status' when old.photo_urls <> new.photo_urls then 'files' else 'assigned' end;
    end if;
  end if;
  insert into feed_events (topic, kind, payload)
  select topic, case when change is null then 'hazard.reported' else 'hazard.changed' end,
    jsonb_build_object('zoneId', its.zone_id, 'hazardId', its.id, 'title', its.title, 'severity', its.severity, 'status', its.status,
      'reportedBy', its.reported_by)
      || case when change is null then '{}'::jsonb else jsonb_build_object('change', change) end
  from unnest(array['zone:' || its.zone_id, 'admin']) topic;
  return null;
end $$;
create trigger announce_hazard_reported after insert on hazards for each row execute function announce_hazard();
create trigger announce_hazard_changed after update of status, photo_urls, assignee_id, due_at on hazards
  for each row when ((old.status, old.photo_urls, old.assignee_id, old.due_at)
    is distinct from (new.status, new.photo_urls, new.assignee_id, new.due_at)) execute function announce_hazard();
create trigger announce_hazard_comment after insert on hazard_steps
  for each row when (new.kind = 'comment') execute function announce_hazard();
