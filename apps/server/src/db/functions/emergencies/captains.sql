create function actor_captain_zones() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select c.zone_id from zone_captains c
    join zone_assignments a on a.user_id = c.user_id and a.zone_id = c.zone_id and a.accepted_at is not null
    join zones z on z.id = c.zone_id and z.status = 'active'
    where c.user_id = (select actor_id()) and actor_role() is not null
$$;

-- The open emergencies of those zones. Captains see nothing of an emergency before the declaration and after the all clear.
create function actor_captain_emergencies() returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select e.id from emergencies e join emergency_zones z on z.emergency_id = e.id
    where e.all_clear_at is null and z.zone_id in (select actor_captain_zones())
$$;

create function actor_sees_emergency(target uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select actor_can('view_all_zones') or exists (select from emergencies where id = target and scope <> 'all')
    and not exists (select from emergency_zones z where z.emergency_id = target
      and (z.zone_id is null or z.zone_id not in (select actor_zones_with('view_attendance')) and z.zone_id not in (select actor_captain_zones())))
$$;

-- True if the person may give the all clear: somebody who may send broadcasts in every zone of the emergency, because the all clear
-- sends people back into all of them; and whoever declared it, as long as they may send in one of them.
create function may_end_emergency(target uuid, person uuid) returns boolean language sql stable as $$
  with mine as (
    select z.zone_id is not null and exists (select from members_with('broadcast') a join zones on zones.id = a.zone_id and zones.status = 'active'
      where a.zone_id = z.zone_id and a.user_id = person and a.accepted_at is not null) as may
    from emergency_zones z where z.emergency_id = target and z.zone_id is not null)
  select exists (select from user_profiles u
      join role_permissions sees on sees.role = u.role and sees.permission = 'view_all_zones'
      join role_permissions sends on sends.role = u.role and sends.permission = 'broadcast'
      where u.id = person and u.status = 'active')
    or coalesce((select bool_and(may) from mine), false)
    or coalesce((select bool_or(may) from mine), false)
      and exists (select from emergencies e where e.id = target and e.declared_by = person)
$$;
revoke execute on function may_end_emergency(uuid, uuid) from public;

create function actor_may_end_emergency(target uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select may_end_emergency(target, actor_id())
$$;
