-- Returns a membership's data for the alert about a change to it. The functions that change memberships return this to the program.
create function membership_facts(its zone_assignments) returns jsonb language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('assignmentId', its.assignment_id, 'userId', its.user_id, 'zoneId', z.id, 'zoneName', z.name,
    'zoneStatus', z.status)
  from zones z where z.id = its.zone_id
$$;
revoke execute on function membership_facts(zone_assignments) from public;
