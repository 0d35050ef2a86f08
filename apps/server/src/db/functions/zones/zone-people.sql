-- Lists the people in a zone, newest first or by `wanted_sort`, after a cursor, up to a limit: members, and invited people without
-- contact data. Only for people who may view the zone's users, who may then also see presence (one permission implies the other).
-- Managers are included for people who may view them. `with_places` adds the last position, for people who may track live
-- locations.
--
-- It runs as the owner, because the requested zone alone decides every row: row-level security would be evaluated per row, read all
-- people the actor may see anywhere, and prevent an index from finding a word. The statement is planned per call, because a zone
-- may have ten people or a hundred thousand, and a word may match one of them or all.
--
-- Every other order has a text as its key, returned for the cursor. All matching people are read and sorted, because the keys come
-- from several tables: 27 to 45 ms for 10,000 people.
create function zone_people(target_zone uuid, wanted_presence text, wanted_words text, with_places boolean,
  only_complete boolean, only_user uuid, after_at timestamptz, after_id uuid, most integer,
  wanted_role text default null, wanted_sort text default null, is_ascending boolean default false, after_key text default null,
  only_users uuid[] default null, unseen_after interval default null)
returns table (assignment_id uuid, user_id uuid, zone_role text, assigned_at text, invited boolean, first_name text, last_name text,
  user_code text, email text, profile_image text, is_inside_zone boolean, entry_time timestamptz, captured_at timestamptz,
  latitude double precision, longitude double precision, accuracy_meters real, mock boolean,
  consent text, sort_key text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  query tsquery := search_query(wanted_words);
  places boolean := with_places and target_zone in (select actor_zones_with('track_live_locations'));
  conditions text := '';
  key text := case wanted_sort
    when 'added' then 'wire_time(a.assigned_at)'
    -- Shorter than a cursor may be.
    when 'name' then 'left(lower(trim(u.first_name || '' '' || u.last_name)), 60)'
    when 'state' then 'case when a.accepted_at is null then ''3'' when p.is_inside_zone then ''0''
      when p.captured_at is not null then ''1'' else ''2'' end'
    when 'seen' then 'coalesce(case when a.accepted_at is not null then wire_time(p.captured_at) end, '''')'
    when 'role' then 'coalesce(array_position(array[''client_admin'', ''zone_manager_rw'', ''zone_manager_ro'', ''app_user''],
      a.role), 9)::text'
    when 'groups' then case when target_zone in (select actor_zones_with('view_groups')) then '(select lpad(count(*)::text, 6, ''0'')
      from group_members m where m.zone_id = $1 and m.user_id = a.user_id)' else '''''' end
    end;
  ordering text := 'a.assigned_at desc, a.assignment_id desc';
begin
  if target_zone not in (select actor_zones_with('view_zone_users')) then
    return;
  end if;
  conditions := case wanted_presence
    when 'inside' then ' and p.is_inside_zone'
    when 'outside' then ' and not p.is_inside_zone and p.captured_at is not null'
    when 'unknown' then ' and p.captured_at is null'
    when 'unseen' then ' and p.is_inside_zone and p.captured_at < now() - $11'
    else '' end;
  if target_zone not in (select actor_zones_with('view_zone_managers')) then
    conditions := conditions || ' and a.role not in (''zone_manager_rw'', ''zone_manager_ro'')';
  end if;
  if query is not null then
    conditions := conditions || ' and u.search @@ $2 and (a.accepted_at is not null
      or search_words(u.first_name || '' '' || u.last_name || '' '' || u.user_code) @@ $2)';
  end if;
  if wanted_role is not null then
    conditions := conditions || ' and a.role = $8';
  end if;
  if only_user is not null then
    conditions := conditions || ' and a.user_id = $7';
  end if;
  if after_at is not null and key is null then
    conditions := conditions || ' and (a.assigned_at, a.assignment_id) < ($3, $4)';
  end if;
  if key is not null then
    ordering := format('sort_key %1$s, a.assignment_id %1$s', case when is_ascending then 'asc' else 'desc' end);
    if after_key is not null then
      conditions := conditions || format(' and (%s, a.assignment_id) %s ($9, $4)', key,
        case when is_ascending then '>' else '<' end);
    end if;
  end if;
  if only_users is not null then
    conditions := conditions || ' and a.user_id = any ($10)';
  end if;
  if only_complete then
    conditions := conditions || ' and u.first_name <> '''' and u.last_name <> ''''';
  end if;
  return query execute '
    select a.assignment_id, u.id, a.role, wire_time(a.assigned_at), a.accepted_at is null, u.first_name, u.last_name, u.user_code,
      case when a.accepted_at is not null then u.email end, case when a.accepted_at is not null then u.profile_image end,
      p.is_inside_zone, p.entry_time, p.captured_at,
      case when $5 then p.latitude end, case when $5 then p.longitude end, case when $5 then p.accuracy_meters end, p.mock, p.consent,
      ' || coalesce(key, 'null::text') || ' as sort_key
    from zone_assignments a
      join user_profiles u on u.id = a.user_id
      left join presence_tracking p on p.user_id = a.user_id and p.zone_id = a.zone_id
    where a.zone_id = $1' || conditions || '
    order by ' || ordering || ' limit $6'
    using target_zone, query, after_at, after_id, places, most, only_user, wanted_role, after_key, only_users, unseen_after;
end $$;

-- Returns a text search for rows that, for each of these words, contain a word beginning with it; null if there are no words. Only
-- the first ten words count.
create function search_query(wanted text) returns tsquery language sql immutable parallel safe as $$
  select string_agg('''' || word || ''':*', ' & ')::tsquery
  from (select unnest(tsvector_to_array(search_words(wanted))) as word limit 10) words
$$;

-- Counts the people in a zone's lists: in total, by presence, and those inside who have not been seen for `unseen_after`.
create function count_zone_people(target_zone uuid, only_complete boolean, unseen_after interval)
returns table ("all" bigint, inside bigint, outside bigint, unknown bigint, unseen bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*), count(*) filter (where p.is_inside_zone),
    count(*) filter (where not p.is_inside_zone and p.captured_at is not null), count(*) filter (where p.captured_at is null),
    count(*) filter (where p.is_inside_zone and p.captured_at < now() - unseen_after)
  from zone_assignments a
    left join presence_tracking p on p.user_id = a.user_id and p.zone_id = a.zone_id
  where a.zone_id = target_zone and target_zone in (select actor_zones_with('view_zone_users'))
    and (a.role not in ('zone_manager_rw', 'zone_manager_ro') or target_zone in (select actor_zones_with('view_zone_managers')))
    and (not only_complete or not exists (
      select from user_profiles u where u.id = a.user_id and (u.first_name = '' or u.last_name = '')))
$$;
