-- Returns those of the people who have activated their account, signed in, or been seen in a zone, and internal admins.
create function used_people(people uuid[]) returns setof uuid language sql stable set search_path = public, pg_temp as $$
  select u.id from user_profiles u where u.id = any(people) and (
    has_joined(u.id)
    or exists (select from role_permissions p where p.role = u.role and p.permission = 'view_all_zones')
    or exists (select from auth.sessions s where s.user_id = u.id)
    or exists (select from presence_tracking p where p.user_id = u.id and p.captured_at is not null)
    or exists (select from presence_history h where h.user_id = u.id)
    or exists (select from badge_events e where e.user_id = u.id))
$$;
revoke execute on function used_people(uuid[]) from public;

-- Returns those of the zones that somebody has used or edited since they were created: a row of any table refers to the zone, apart
-- from those that its creation and the alerts about it write. A new table counts as use without being listed here.
create function used_zones(candidates uuid[]) returns setof uuid language plpgsql stable set search_path = public, pg_temp as $$
declare
  reference record;
begin
  return query select z.id from zones z where z.id = any(candidates) and (
    z.updated_at > z.created_at
    or exists (select from zone_assignments a where a.zone_id = z.id and a.assigned_at > z.created_at)
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
