-- Lists everybody a broadcast is addressed to by its choice of zone, roles, groups and presence, except its sender. `barrier` names
-- what keeps the broadcast from the person, and is null if it reaches them. An urgent broadcast reaches every member, any other
-- only roles that read broadcasts. People in several zones are reached if one of their zones allows it.
create function broadcast_reach(target_zone uuid, roles text[], chosen uuid[], inside boolean, sender uuid, urgent boolean)
returns table (user_id uuid, role text, barrier text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct on (a.user_id) a.user_id, a.role,
    case when u.status <> 'active' then 'account' when z.status <> 'active' then 'zone' when a.accepted_at is null then 'invitation'
      when not urgent and reader.user_id is null then 'role' end as barrier
  from zone_assignments a
    join user_profiles u on u.id = a.user_id
    join zones z on z.id = a.zone_id
    left join members_with('view_broadcasts') reader on reader.user_id = a.user_id and reader.zone_id = a.zone_id
  where (target_zone is null or a.zone_id = target_zone) and a.user_id is distinct from sender
    and (cardinality(roles) = 0 or a.role = any(roles))
    and (cardinality(chosen) = 0 or exists (
      select from group_members m where m.user_id = a.user_id and m.zone_id = a.zone_id and m.group_id = any(chosen)))
    and (not inside or (a.user_id, a.zone_id) in (
      select i.user_id, i.zone_id from people_inside() i where i.user_id is not null and (target_zone is null or i.zone_id = target_zone)))
  order by a.user_id, barrier nulls first
$$;
revoke execute on function broadcast_reach(uuid, text[], uuid[], boolean, uuid, boolean) from public;

create function broadcast_audience(its broadcasts) returns uuid[]
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(r.user_id), '{}')
  from broadcast_reach(its.zone_id, its.target_roles, its.target_groups, its.inside_only, its.sender_id, its.priority = 'urgent') r
  where r.barrier is null
$$;
revoke execute on function broadcast_audience(broadcasts) from public;

create function recipients_of(target uuid) returns uuid[]
language sql stable security definer set search_path = public, pg_temp as $$
  select array(select user_id from broadcast_recipients where broadcast_id = target)
$$;
revoke execute on function recipients_of(uuid) from public;
grant execute on function recipients_of(uuid) to muster_app;

-- The recipients who have not answered a broadcast or, if it asks nothing, have not seen it. People who have since left a chosen
-- group or gone outside still count, as long as they are members whom the broadcast may reach.
create function waiting_recipients(target uuid) returns uuid[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  its broadcasts;
begin
  select * into its from broadcasts where id = target;
  -- The values are passed as parameters, so that the reach is computed once instead of for each recipient.
  return array(select r.user_id from broadcast_recipients r
    where r.broadcast_id = its.id and r.state in ('queued', 'delivered', 'pushed', 'seen')
      and (r.state <> 'seen' or cardinality(its.answers) > 0)
      and r.user_id in (select m.user_id
        from broadcast_reach(its.zone_id, '{}', '{}', false, its.sender_id, its.priority = 'urgent') m where m.barrier is null));
end $$;
revoke execute on function waiting_recipients(uuid) from public;
grant execute on function waiting_recipients(uuid) to muster_app;

-- True if the actor may send to the zone or, if it is null, to all zones.
create function may_broadcast(target_zone uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select case when target_zone is null then actor_can('view_all_zones') and actor_can('broadcast')
    else target_zone in (select actor_zones_with('broadcast')) end
$$;

-- The scheduled broadcasts that the actor may edit. Uses the index broadcasts_due.
create function actor_waiting_broadcasts() returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from broadcasts where state = 'scheduled'
    and (zone_id in (select actor_zones_with('broadcast')) or zone_id is null and (select may_broadcast(null)))
$$;

-- Counts the people a broadcast would reach now, by the way it gets to them, and those it would not, by barrier, and by role if the role
-- is the barrier. Returns no rows if the actor may not send.
create function count_broadcast_reach(target_zone uuid, roles text[], chosen uuid[], inside boolean, sender uuid, urgent boolean)
returns table (barrier text, role text, way text, people bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  with its as materialized (
    select r.user_id, r.barrier, r.role from broadcast_reach(target_zone, roles, chosen, inside, sender, urgent) r
    where may_broadcast(target_zone))
  select its.barrier, case when its.barrier = 'role' then its.role end, w.way, count(*)
  from its left join reach_of(array(select user_id from its where barrier is null)) w on w.user_id = its.user_id
  group by 1, 2, 3
$$;
