-- Returns a request as screens show it. It includes the names, because people may not be allowed to read each other's profiles.
create function tracking_request_view(its location_tracking_requests) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('id', its.id, 'zoneId', its.zone_id, 'zoneName', z.name, 'userId', its.user_id,
    'userName', trim(u.first_name || ' ' || u.last_name), 'requestedBy', its.requested_by,
    'requestedByName', trim(r.first_name || ' ' || r.last_name), 'status', its.status,
    'createdAt', wire_time(its.created_at), 'answeredAt', wire_time(its.answered_at))
  from zones z, user_profiles u, user_profiles r
  where z.id = its.zone_id and u.id = its.user_id and r.id = its.requested_by
$$;
revoke execute on function tracking_request_view(location_tracking_requests) from public;
grant execute on function tracking_request_view(location_tracking_requests) to muster_app;

-- Lists the requests the actor made, received or may answer: first open ones, then those answered within the last week.
create function list_tracking_requests(most integer) returns table (request jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select tracking_request_view(r) from location_tracking_requests r
  where (r.user_id = actor_id() or r.requested_by = actor_id()
      or r.user_id = r.requested_by and r.zone_id in (select actor_tracked_zones()))
    and (r.status = 'pending' or r.answered_at > now() - interval '7 days')
  order by r.status <> 'pending', r.created_at desc limit least(most, 100)
$$;
