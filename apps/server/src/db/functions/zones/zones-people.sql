-- The assignments in these zones that the actor may see, including those of zone managers if the actor may view them.
create function people_in_seen_zones(target_zones uuid[]) returns setof zone_assignments language sql stable as $$
  select a.* from zone_assignments a
  where a.zone_id = any (target_zones) and a.zone_id in (select actor_zones_with('view_users'))
    and (a.role not in ('zone_manager_rw', 'zone_manager_ro') or a.zone_id in (select actor_zones_with('view_zone_managers')))
$$;
revoke execute on function people_in_seen_zones(uuid[]) from public;

-- Lists the people in several zones, most recently added first or by `wanted_sort`, after a cursor, up to a limit. Each person is
-- listed once, with their zones (the first 20 by name, and the total) and their presence in each. In the order of roles, the highest
-- one counts; in the order of states, being inside one zone counts. Only zones whose people the actor may see count
-- (view_users). A person's code is returned and searched if the actor may view users in full in one of these zones
-- (view_zone_users), and contact data if the person has also accepted the invitation there. Of everybody else, managers and
-- supervisors see name, role, status and presence. It runs as the owner, for the reasons given at zone_people.
create function people_of_zones(target_zones uuid[], wanted_words text, wanted_role text, after_at timestamptz, after_id uuid,
  most integer, wanted_sort text default null, is_ascending boolean default false, after_key text default null)
returns table (user_id uuid, first_name text, last_name text, user_code text, email text, phone text, status text,
  profile_image text, created_at timestamptz, added_at text, zone_count integer, zones jsonb, sort_key text)
language sql stable security definer set search_path = public, pg_temp as $$
  with listed as materialized (
    select u.id, u.first_name, u.last_name, u.user_code, u.email, u.phone, u.status, u.profile_image, u.created_at,
      m.added_at, m.zone_count, m.zones, m.joined, m.watched, m.reachable, k.sort_key,
      row_number() over (order by
        case when wanted_sort is null then m.added_at end desc,
        case when is_ascending then k.sort_key end,
        case when not is_ascending then k.sort_key end desc,
        case when is_ascending then m.user_id end,
        m.user_id desc) as place
    from (
      select a.user_id, max(a.assigned_at) as added_at, bool_or(a.accepted_at is not null) as joined,
        bool_or(a.zone_id in (select actor_zones_with('view_zone_users'))) as watched,
        bool_or(a.accepted_at is not null and a.zone_id in (select actor_zones_with('view_zone_users'))) as reachable,
        bool_or(wanted_role is null or a.role = wanted_role) as fits,
        min(coalesce(array_position(array['client_admin', 'zone_manager_rw', 'zone_manager_ro', 'app_user'], a.role), 9)) as rank,
        bool_or(p.is_inside_zone) as inside, max(p.captured_at) as seen, count(*)::integer as zone_count,
        to_jsonb((array_agg(jsonb_build_object('id', z.id, 'name', z.name, 'role', a.role, 'invited', a.accepted_at is null)
          order by z.name_order, z.id))[1:20]) as zones
      from people_in_seen_zones(target_zones) a join zones z on z.id = a.zone_id
        left join presence_tracking p on p.zone_id = a.zone_id and p.user_id = a.user_id and a.accepted_at is not null
          and wanted_sort in ('state', 'seen')
      group by a.user_id
    ) m join user_profiles u on u.id = m.user_id
      cross join lateral (select case wanted_sort
        when 'added' then wire_time(m.added_at)
        -- Shorter than a cursor may be.
        when 'name' then left(lower(trim(u.first_name || ' ' || u.last_name)), 60)
        when 'role' then m.rank::text
        when 'state' then case when not m.joined then '3' when m.inside then '0' when m.seen is not null then '1' else '2' end
        when 'seen' then coalesce(wire_time(m.seen), '') end as sort_key) k
    where m.fits and (after_id is null or case
        when wanted_sort is null then (m.added_at, m.user_id) < (after_at, after_id)
        when is_ascending then (k.sort_key, m.user_id) > (after_key, after_id)
        else (k.sort_key, m.user_id) < (after_key, after_id) end)
      and (search_query(wanted_words) is null
        or case when m.reachable then u.search
          when m.watched then search_words(u.first_name || ' ' || u.last_name || ' ' || u.user_code)
          else search_words(u.first_name || ' ' || u.last_name) end @@ search_query(wanted_words))
    order by place limit most)
  select r.id, r.first_name, r.last_name, case when r.watched then r.user_code end, case when r.reachable then r.email end,
    case when r.reachable then r.phone end, case when r.joined then r.status end, case when r.reachable then r.profile_image end,
    case when r.reachable then r.created_at end, wire_time(r.added_at), r.zone_count,
    (select jsonb_agg(zone.it || jsonb_build_object('inside', p.is_inside_zone, 'lastSeen', wire_time(p.captured_at),
        'consent', p.consent) order by zone.place)
      from jsonb_array_elements(r.zones) with ordinality as zone (it, place)
        left join presence_tracking p on p.zone_id = (zone.it ->> 'id')::uuid and p.user_id = r.id
          and not (zone.it ->> 'invited')::boolean),
    r.sort_key
  from listed r order by r.place
$$;

-- Counts the people in these lists, ignoring filters.
create function count_people_of_zones(target_zones uuid[]) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select count(distinct a.user_id) from people_in_seen_zones(target_zones) a
$$;
