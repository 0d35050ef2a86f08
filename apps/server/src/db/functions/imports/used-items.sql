-- Returns the people whom somebody has used or edited since they were created: a row of any table refers to the person, their sign-in
-- or their membership of a zone, apart from those that their creation and alerts write. Internal admins count as used. A new table
-- counts as use without being listed here. Memberships of client admins are automatic, so they are no use.
create function used_people(people uuid[]) returns setof uuid language plpgsql stable set search_path = public, pg_temp as $$
declare
  reference record;
begin
  return query select u.id from user_profiles u where u.id = any(people) and (
    u.updated_at > u.created_at
    or exists (select from role_permissions p where p.role = u.role and p.permission = 'view_all_zones')
    or exists (select from client_members m where m.user_id = u.id and not m.by_zone and m.added_at > u.created_at)
    or exists (select from zone_assignments a where a.user_id = u.id and a.role <> 'client_admin' and a.assigned_at > u.created_at)
    or exists (select from security_events e where e.affected_user_id = u.id and e.event_type = 'member_role_changed')
    or exists (select from presence_tracking p where p.user_id = u.id and p.captured_at is not null));
  for reference in
    select k.conrelid::regclass as source, a.attname as name
    from pg_constraint k cross join lateral unnest(k.conkey, k.confkey) as pair (source_column, target_column)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.source_column
    join pg_attribute t on t.attrelid = k.confrelid and t.attnum = pair.target_column
    where k.contype = 'f' and k.confrelid in ('auth.users'::regclass, 'user_profiles'::regclass, 'zone_assignments'::regclass)
      and t.attname in ('id', 'user_id') and k.conparentid = 0
      and (k.conrelid <> all (array['client_members', 'import_items', 'presence_tracking', 'user_alerts', 'user_profiles',
        'zone_assignments']::regclass[]) or (k.confdeltype <> 'c'))
  loop
    return query execute format('select distinct %2$I from %1$s where %2$I = any($1)', reference.source, reference.name) using people;
  end loop;
end $$;
revoke execute on function used_people(uuid[]) from public;

-- Returns the zones that somebody has used or edited since they were created: a row of any table refers to the zone, apart
-- from those that its creation and the alerts about it write. A new table counts as use without being listed here.
create function used_zones(candidates uuid[]) returns setof uuid language plpgsql stable set search_path = public, pg_temp as $$
declare
  reference record;
begin
  return query select z.id from zones z where z.id = any(candidates) and (
    z.updated_at > z.created_at
    or exists (select from zone_assignments a where a.zone_id = z.id and a.role <> 'client_admin' and a.assigned_at > z.created_at)
    or exists (select from zone_shapes s where s.zone_id = z.id and s.changed_at > z.created_at)
    or exists (select from presence_tracking p where p.zone_id = z.id and p.captured_at is not null));
  for reference in
    select k.conrelid::regclass as source, a.attname as name
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'zones'::regclass and k.conparentid = 0 and cardinality(k.conkey) = 1
      and k.conrelid <> all (array['alert_orders', 'import_items', 'presence_tracking', 'user_alerts', 'zone_assignments',
        'zone_coordinates', 'zone_requests', 'zone_shapes']::regclass[])
  loop
    return query execute format('select distinct %2$I from %1$s where %2$I = any($1)', reference.source, reference.name) using candidates;
  end loop;
end $$;
revoke execute on function used_zones(uuid[]) from public;

-- Returns the badges that were reassigned or read since their import, or are inside.
create function used_badges(candidates uuid[]) returns setof uuid language sql stable set search_path = public, pg_temp as $$
  select b.id from badges b join import_items i on i.badge_id = b.id
  where b.id = any(candidates) and (b.assigned_at > i.created_at
    or exists (select from badge_events e where e.zone_id = b.zone_id and e.number = b.number and e.received_at >= i.created_at)
    or exists (select from badge_states s where s.zone_id = b.zone_id and s.number = b.number and s.direction = 'in'))
$$;
revoke execute on function used_badges(uuid[]) from public;
