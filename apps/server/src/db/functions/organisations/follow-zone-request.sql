-- Notifies everyone concerned of each step of a zone request: the deciders when it is sent or resent, the requester of every
-- decision.
create function follow_zone_request() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
  select topic, 'zone_request.changed', jsonb_build_object('zoneRequestId', new.id, 'status', new.status)
  from (
    select 'admin' as topic
    union all
    select 'user:' || new.requested_by where new.requested_by is not null
  ) topics;
  if new.status = 'pending' then
    perform raise_alerts('system', null, 'Zone request: ' || new.name,
      coalesce((select first_name || ' ' || last_name from user_profiles where id = new.requested_by), 'A client admin')
        || case tg_op when 'INSERT' then ' asks for this zone.' else ' sent this request again.' end
        || case when new.note <> '' then E'\n' || new.note else '' end,
      jsonb_build_object('zoneRequestId', new.id), 'zone_request:' || new.id || ':' || txid_current(),
      array(select u.id from user_profiles u join role_permissions p on p.role = u.role and p.permission = 'approve_requests'
        where u.status = 'active' and u.id is distinct from new.requested_by));
  elsif new.status <> 'withdrawn' and new.requested_by is distinct from new.decided_by then
    perform raise_alerts('system', null,
      case new.status when 'approved' then 'Zone approved: ' when 'returned' then 'Zone request returned: '
        else 'Zone request refused: ' end || new.name,
      case when new.decision_note <> '' then new.decision_note when new.status = 'approved' then 'The zone is active now.' else '' end,
      jsonb_build_object('zoneRequestId', new.id), 'zone_request:' || new.id || ':' || txid_current(), array[new.requested_by]);
  end if;
  return null;
end $$;
create trigger follow_zone_request_begun after insert on zone_requests for each row execute function follow_zone_request();
create trigger follow_zone_request_moved after update of status on zone_requests
  for each row when (old.status <> new.status) execute function follow_zone_request();
create trigger keep_updated_at before update of status, note, decision_note on zone_requests
  for each row execute function keep_updated_at();

-- Ends the open request of a zone that was opened or deleted directly, so that nobody keeps waiting for it.
create function settle_zone_request(target_zone uuid, new_status text, decider uuid, reason text) returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  update zone_requests r set status = new_status, name = coalesce((select z.name from zones z where z.id = r.zone_id), r.name), decided_by = decider, decided_at = now(), decision_note = reason
    where zone_id = target_zone and status in ('pending', 'returned')
$$;
revoke execute on function settle_zone_request(uuid, text, uuid, text) from public;

create function settle_request_of_deleted_zone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform settle_zone_request(old.id, 'refused', null, 'The zone was deleted.');
  return old;
end $$;
create trigger settle_request_of_deleted_zone before delete on zones for each row execute function settle_request_of_deleted_zone();
