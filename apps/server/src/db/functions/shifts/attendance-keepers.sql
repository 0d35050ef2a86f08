-- The people who may correct a zone's attendance, except `but_not`: its members who may edit the zone and view its attendance or,
-- if there are none, administrators who see all zones.
create function attendance_keepers(target_zone uuid, but_not uuid) returns uuid[]
language sql stable security definer set search_path = public, pg_temp as $$
  with keeper as (
    select a.user_id from members_with('edit_zones') a join user_profiles u on u.id = a.user_id and u.status = 'active'
    where a.zone_id = target_zone and a.accepted_at is not null and a.user_id <> but_not
      and a.user_id in (select v.user_id from members_with('view_attendance') v where v.zone_id = target_zone))
  select coalesce(array_agg(k.user_id), '{}') from (
    select user_id from keeper
    union all
    select u.id from user_profiles u
    where u.status = 'active' and u.id <> but_not and not exists (select from keeper) and u.role in (
      select p.role from role_permissions p where p.permission in ('view_all_zones', 'edit_zones', 'view_attendance')
      group by p.role having count(*) = 3)) k
$$;
revoke execute on function attendance_keepers(uuid, uuid) from public;
grant execute on function attendance_keepers(uuid, uuid) to muster_app;

create trigger keep_updated_at before update on shift_plans for each row execute function keep_updated_at();
