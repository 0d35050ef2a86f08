-- Maintains a membership's state row and announces every change to the membership. Members always have a state row. Former members
-- have neither a state row nor an open visit, and invited people have no state row yet; without a state row, no reading counts.
create function follow_assignment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  row zone_assignments := case when tg_op = 'DELETE' then old else new end;
  event text := case
    when tg_op = 'INSERT' then 'membership.added'
    when tg_op = 'DELETE' then 'membership.removed'
    when old.accepted_at is distinct from new.accepted_at then 'membership.accepted'
    else 'membership.changed' end;
  facts jsonb := jsonb_build_object('userId', row.user_id, 'zoneId', row.zone_id);
  state presence_tracking;
  ended uuid[];
begin
  if event in ('membership.added', 'membership.accepted') and new.accepted_at is not null then
    -- Former members keep the time they left, so that earlier readings count as late and do not make them present again.
    insert into presence_tracking (user_id, zone_id, exit_time)
      select new.user_id, new.zone_id, max(exit_time) from presence_history
      where user_id = new.user_id and zone_id = new.zone_id
      on conflict do nothing;
  elsif event = 'membership.removed' then
    -- The state row comes first, as in the check writer. The other order could deadlock with a check by the same person, and miss a
    -- visit that was committed in the meantime.
    delete from presence_tracking where user_id = old.user_id and zone_id = old.zone_id returning * into state;
    update presence_history
      set exit_time = greatest(now(), entry_time),
          duration_minutes = floor(extract(epoch from greatest(now(), entry_time) - entry_time) / 60)
      where user_id = old.user_id and zone_id = old.zone_id and exit_time is null;
    delete from zone_entries where user_id = old.user_id and zone_id = old.zone_id;
    -- The inbox must not retain titles from a zone the person can no longer open.
    ended := array(select id from user_alerts where user_id = old.user_id and zone_id = old.zone_id
      and is_zone_news(type, metadata) and not alert_concerns(user_id, zone_id, type, metadata));
    if cardinality(ended) > 0 then
      perform delete_alerts(ended);
      insert into feed_events (topic, kind, payload)
        values ('user:' || old.user_id, 'alerts.changed', jsonb_build_object('userId', old.user_id));
    end if;
    -- Lets former members list who viewed their data in the zone until now. Nothing is kept if the account is deleted.
    insert into past_memberships (user_id, zone_id, accepted_at)
      select old.user_id, old.zone_id, old.accepted_at
      where old.accepted_at is not null and exists (select from user_profiles where id = old.user_id);
  end if;
  facts := facts || case event
    when 'membership.removed' then jsonb_build_object('was',
      case when state.is_inside_zone then 'inside' when state.captured_at is not null then 'outside' else 'unknown' end)
    else jsonb_build_object('role', row.role) end;
  if event in ('membership.added', 'membership.accepted') then
    facts := facts || (select jsonb_build_object('listed', listed_person(row, u)) from user_profiles u where u.id = row.user_id);
  end if;
  insert into feed_events (topic, kind, payload)
  select topic, event, facts
  from unnest(array['zone:' || row.zone_id, 'user:' || row.user_id]) as topic;
  return row;
end $$;
create trigger follow_assignment_added after insert on zone_assignments for each row execute function follow_assignment();
create trigger follow_assignment_removed after delete on zone_assignments for each row execute function follow_assignment();
create trigger follow_assignment_changed after update of role on zone_assignments
  for each row when (old.role is distinct from new.role) execute function follow_assignment();
create trigger follow_assignment_accepted after update of accepted_at on zone_assignments
  for each row when (old.accepted_at is null and new.accepted_at is not null) execute function follow_assignment();
