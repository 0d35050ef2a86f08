create function follow_zone_request() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
  select topic, 'zone_request.changed', jsonb_build_object('zoneRequestId', new.id, 'status', new.status)
  from (
    select 'admin' as topic
    union all
    select 'user:' || new.requested_by where new.requested_by is not null
  ) topics;
  return null;
end $$;
create trigger follow_zone_request_begun after insert on zone_requests for each row execute function follow_zone_request();
create trigger follow_zone_request_moved after update of status on zone_requests
  for each row when (old.status <> new.status) execute function follow_zone_request();
create trigger keep_updated_at before update of status, note, decision_note on zone_requests
  for each row execute function keep_updated_at();

-- Returns a request's data for the alert about a change to it. The functions that change requests return this to the program.
create function zone_request_facts(its zone_requests) returns jsonb language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('id', its.id, 'name', its.name, 'note', its.note, 'decisionNote', its.decision_note,
    'requestedBy', its.requested_by, 'decidedBy', its.decided_by,
    'requester', coalesce((select first_name || ' ' || last_name from user_profiles where id = its.requested_by), ''))
$$;
revoke execute on function zone_request_facts(zone_requests) from public;

create function zone_request_deciders(but_not uuid) returns uuid[]
language sql stable security definer set search_path = public, pg_temp as $$
  select array(select u.id from user_profiles u join role_permissions p on p.role = u.role and p.permission = 'approve_requests'
    where u.status = 'active' and u.id is distinct from but_not)
$$;
revoke execute on function zone_request_deciders(uuid) from public;
grant execute on function zone_request_deciders(uuid) to muster_app;
