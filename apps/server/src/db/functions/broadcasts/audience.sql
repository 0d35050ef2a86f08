-- Who a broadcast goes to now: the active members of the zone, or of all active zones, who may read broadcasts and pass its choice of
-- roles, groups and presence. The sender needs no copy.
create function broadcast_audience(target_zone uuid, roles text[], chosen uuid[], inside boolean, sender uuid) returns uuid[]
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(distinct a.user_id), '{}')
  from members_with('view_broadcasts') a
    join user_profiles u on u.id = a.user_id and u.status = 'active'
    join zones z on z.id = a.zone_id and z.status = 'active'
  where (target_zone is null or a.zone_id = target_zone) and a.accepted_at is not null and a.user_id is distinct from sender
    and (cardinality(roles) = 0 or a.role = any(roles))
    and (cardinality(chosen) = 0 or exists (
      select from group_members m where m.user_id = a.user_id and m.zone_id = a.zone_id and m.group_id = any(chosen)))
    and (not inside or exists (
      select from presence_tracking t where t.user_id = a.user_id and t.zone_id = a.zone_id and t.is_inside_zone))
$$;
revoke execute on function broadcast_audience(uuid, text[], uuid[], boolean, uuid) from public;

-- Whether the actor may send to the zone, or to all zones.
create function may_broadcast(target_zone uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select case when target_zone is null then actor_can('view_all_zones') and actor_can('broadcast')
    else target_zone in (select actor_zones_with('broadcast')) end
$$;

-- How many people a broadcast of the actor would reach now; none where they may not send.
create function count_broadcast_audience(target_zone uuid, roles text[], chosen uuid[], inside boolean) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select case when may_broadcast(target_zone)
    then cardinality(broadcast_audience(target_zone, roles, chosen, inside, actor_id())) else 0 end
$$;
