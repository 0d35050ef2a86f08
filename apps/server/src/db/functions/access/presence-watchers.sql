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
