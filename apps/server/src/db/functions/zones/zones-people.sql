-- The people of several zones at once, each once with those of the zones they are assigned to (the first 20 by name, and how
-- many there are): whoever was added last first, those after a place, at most so many. Of the zones only those count whose users the actor may see. As the owner, for the reasons of
-- zone_people; of who is only invited everywhere nothing is told but what a code given away says, and no word finds more.
create function people_of_zones(target_zones uuid[], wanted_words text, wanted_role text, after_at timestamptz, after_id uuid,
  most integer)
returns table (user_id uuid, first_name text, last_name text, user_code text, email text, phone text, status text,
  profile_image text, created_at timestamptz, added_at text, zone_count integer, zones jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.first_name, u.last_name, u.user_code, case when m.joined then u.email end, case when m.joined then u.phone end,
    case when m.joined then u.status end, case when m.joined then u.profile_image end,
    case when m.joined then u.created_at end, wire_time(m.added_at), m.zone_count, m.zones
  from (
    select a.user_id, max(a.assigned_at) as added_at, bool_or(a.accepted_at is not null) as joined,
      bool_or(wanted_role is null or a.role = wanted_role) as fits,
      count(*)::integer as zone_count,
      to_jsonb((array_agg(jsonb_build_object('id', z.id, 'name', z.name, 'role', a.role, 'invited', a.accepted_at is null)
        order by z.name, z.id))[1:20]) as zones
    from zone_assignments a join zones z on z.id = a.zone_id
    where a.zone_id = any (target_zones) and a.zone_id in (select actor_zones_with('view_zone_users'))
      and (a.role not in ('zone_manager_rw', 'zone_manager_ro') or a.zone_id in (select actor_zones_with('view_zone_managers')))
    group by a.user_id
  ) m join user_profiles u on u.id = m.user_id
  where m.fits and (after_at is null or (m.added_at, m.user_id) < (after_at, after_id))
    and (search_query(wanted_words) is null or (u.search @@ search_query(wanted_words) and (m.joined
      or search_words(u.first_name || ' ' || u.last_name || ' ' || u.user_code) @@ search_query(wanted_words))))
  order by m.added_at desc, m.user_id desc limit most
$$;
