-- The organisations the actor belongs to (at most 100), with their names and the rules for creating a zone there. `manages` is true
-- if the actor manages the organisation as a client admin. Internal admins belong to no organisation.
create function own_organisations() returns table (id uuid, name text, time_zone text, suspended boolean, needs_approval boolean, manages boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.name, c.time_zone, c.status = 'suspended', c.zones_need_approval, c.id in (select actor_managed_clients())
  from client_members m join clients c on c.id = m.client_id
  where m.user_id = actor_id() and actor_role() is not null and not actor_can('view_all_zones')
  order by lower(c.name), c.id limit 100
$$;

-- True if there is more than one organisation. Organisations are hidden until then.
create function has_several_clients() returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select only_client() is null
$$;

-- Lists an organisation's people, ordered by name, after a cursor, up to a limit. For people who are merely invited to its zones,
-- client admins get no email address.
create function organisation_people(target_client uuid, wanted text, after_name text, after_id uuid, most integer)
returns table (user_id uuid, first_name text, last_name text, user_code text, email text, role text, manages boolean, zone_count integer,
  sort_name text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select u.id, u.first_name, u.last_name, u.user_code,
    case when not m.by_zone or actor_can('view_clients') or exists (
      select from zone_assignments a join zones z on z.id = a.zone_id
        where z.client_id = target_client and a.user_id = u.id and a.accepted_at is not null) then u.email end,
    u.role, m.manages,
    (select count(*)::integer from zone_assignments a join zones z on z.id = a.zone_id
      where z.client_id = target_client and a.user_id = u.id),
    lower(u.first_name || ' ' || u.last_name)
  from client_members m join user_profiles u on u.id = m.user_id
  where m.client_id = target_client and target_client in (select actor_seen_clients())
    and (search_query(wanted) is null
      or search_words(u.first_name || ' ' || u.last_name || ' ' || u.user_code) @@ search_query(wanted))
    and (after_id is null or (lower(u.first_name || ' ' || u.last_name), u.id) > (after_name, after_id))
  order by lower(u.first_name || ' ' || u.last_name), u.id limit most;
end $$;

-- Counts an organisation's zones and people, for the owner and people who may browse the organisation.
create function count_of_client(target_client uuid, out zones integer, out people integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select (select count(*)::integer from zones z where z.client_id = target_client),
    (select count(*)::integer from client_members m where m.client_id = target_client)
  where actor_id() is null or target_client in (select actor_seen_clients())
$$;
