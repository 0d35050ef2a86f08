-- The groups whose conversation the actor may read: groups they belong to and groups they manage.
create function actor_rooms() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select m.group_id from group_members m
    where m.user_id = (select actor_id()) and m.zone_id in (select actor_zones_with('view_groups'))
  union
  select g.id from groups g where g.zone_id in (select actor_zones_with('manage_groups'))
$$;

create function actor_chats() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select g.id from groups g
    where g.id in (select actor_rooms()) and g.zone_id in (select actor_zones_with('chat_in_groups'))
$$;
