-- Lists the active members of a zone to whom a hazard can be assigned, up to a limit. People seen inside lately come first, then people
-- with a wanted skill, each by name. A skill is wanted if the words or the text of the hazard mention it. The words match names,
-- email addresses, codes and skills. Only for people who manage the zone's hazards and view its users.
--
-- It runs as the owner for the reason given at zone_people.
create function hazard_candidates(target_zone uuid, target_hazard uuid, wanted_words text, seen_within interval, most integer)
returns table (user_id uuid, first_name text, last_name text, user_code text, is_inside boolean, skills text[], has_skill boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query with wanted as (
    select search_query(wanted_words) as words, (select search from hazards where id = target_hazard and zone_id = target_zone) as text)
  select u.id, u.first_name, u.last_name, u.user_code,
    coalesce(p.is_inside_zone and p.captured_at > now() - seen_within, false) as is_inside, u.skills,
    exists (select from unnest(u.skills) skill
      where search_words(skill) @@ w.words or w.text @@ search_query(skill)) as has_skill
  from zone_assignments a
    join user_profiles u on u.id = a.user_id
    left join presence_tracking p on p.user_id = a.user_id and p.zone_id = a.zone_id
    cross join wanted w
  where a.zone_id = target_zone and a.accepted_at is not null and u.status = 'active'
    and target_zone in (select actor_zones_with('manage_hazards')) and target_zone in (select actor_zones_with('view_zone_users'))
    -- Nobody is assigned what they cannot see.
    and (exists (select from members_with('view_hazards') m where m.user_id = a.user_id and m.zone_id = target_zone)
      or exists (select from hazards h join members_with('view_own_hazards') m on m.user_id = h.reported_by and m.zone_id = h.zone_id
        where h.id = target_hazard and h.zone_id = target_zone and h.reported_by = a.user_id))
    and (a.role not in ('zone_manager_rw', 'zone_manager_ro') or target_zone in (select actor_zones_with('view_zone_managers')))
    -- Most people are decided by the stored words; only those with skills need more.
    and (w.words is null or u.search @@ w.words
      or cardinality(u.skills) > 0 and (u.search || search_words(array_to_string(u.skills, ' '))) @@ w.words)
  order by is_inside desc, has_skill desc, lower(u.first_name), lower(u.last_name), u.id
  limit most;
end $$;
