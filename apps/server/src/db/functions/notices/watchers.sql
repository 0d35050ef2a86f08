-- True if a person may be told who is inside a zone: their account, the zone and its organisation are active, and they are a member
-- with that permission or an internal admin.
create function may_watch_zone(person uuid, target_zone uuid) returns boolean language sql stable as $$
  select exists (select from zones z left join clients c on c.id = z.client_id
      where z.id = target_zone and z.status = 'active' and c.status is distinct from 'suspended')
    and exists (select from user_profiles u where u.id = person and u.status = 'active' and (
      exists (select from members_with('view_attendance') a
        where a.user_id = u.id and a.zone_id = target_zone and a.accepted_at is not null)
      or (select count(*) from role_permissions p
        where p.role = u.role and p.permission in ('view_all_zones', 'view_attendance')) = 2))
$$;
revoke execute on function may_watch_zone(uuid, uuid) from public;

-- Returns who is told when the actor enters or leaves a zone, at most 100 rows.
create function actor_watchers() returns table (zone_id uuid, zone_name text, user_id uuid, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.zone_id, z.name, u.id, trim(u.first_name || ' ' || u.last_name)
  from notice_people p join notice_rules r on r.id = p.rule_id and r.enabled
    join user_profiles u on u.id = r.user_id join zones z on z.id = p.zone_id
  where p.user_id = actor_id() and actor_role() is not null and may_watch_zone(r.user_id, p.zone_id)
  order by z.name, u.first_name, u.last_name, u.id limit 100
$$;
revoke execute on function actor_watchers() from public;
grant execute on function actor_watchers() to muster_app;
