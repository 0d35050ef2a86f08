-- Returns the names of administrators and of people who share, or once shared, a zone with the actor, because reports and messages
-- show the names of their authors even to readers who may not see the zone's people. Administrators see all names. A missing name
-- is empty.
create function person_names(people uuid[]) returns table (id uuid, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, trim(u.first_name || ' ' || u.last_name)
  from user_profiles u
  where u.id = any(people) and actor_role() is not null and (
    u.id = actor_id() or actor_can('view_all_zones')
    or exists (select from role_permissions p where p.role = u.role and p.permission = 'view_all_zones')
      and exists (select from actor_zones_with('view_zones'))
    or exists (select from zone_assignments a where a.user_id = u.id and a.zone_id in (select actor_zones_with('view_zones')))
    or exists (select from past_memberships m where m.user_id = u.id and m.zone_id in (select actor_zones_with('view_zones'))))
$$;
