-- Returns who is told when the actor enters or leaves a zone, at most 100 rows.
create function actor_watchers() returns table (zone_id uuid, zone_name text, user_id uuid, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.zone_id, z.name, u.id, trim(u.first_name || ' ' || u.last_name)
  from notice_people p join notice_rules r on r.id = p.rule_id and r.enabled
    join user_profiles u on u.id = r.user_id join zones z on z.id = p.zone_id
  where p.user_id = actor_id() and actor_role() is not null and may_watch_zone(r.user_id, p.zone_id)
  order by z.name_order, u.first_name, u.last_name, u.id limit 100
$$;
revoke execute on function actor_watchers() from public;
grant execute on function actor_watchers() to muster_app;
