-- Returns the ids of hazards in a zone, or in all zones, that contain the wanted words if these are rare. Returns null if five or
-- more of the newest 1,000 hazards contain the words, because reading the list from the newest hazard then finds enough; also if
-- more than 2,000 hazards match in all zones or more than 250 in this one, if there are no words, or if the actor may not see all
-- hazards in the zone. Without this function, a search without results would read every row: row-level security prevents `@@` from
-- using the index, because the operator is not leakproof. The caller reads the hazards themselves under its own policies. The query
-- is planned for each call, because a generic plan would read the newest hazards in all zones until it has enough from one.
create function rare_hazards(wanted text, its_zone uuid) returns uuid[]
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
declare
  words tsquery := search_query(wanted);
  frequent bigint;
  ids uuid[];
begin
  if words is null or its_zone is null and not actor_can('view_all_zones')
    or its_zone is not null and its_zone not in (select actor_zones_with('view_hazards')) then
    return null;
  end if;
  select count(*) into frequent from (
    select search from hazards where its_zone is null or zone_id = its_zone
      order by created_at desc, id desc limit 1000) newest
    where search @@ words;
  if frequent >= 5 then
    return null;
  end if;
  -- The CTE is materialized and sequential scans are disabled, so that the planner must use the text index.
  with holding as materialized (select id, zone_id from hazards where search @@ words limit 2001)
  select case when count(*) <= 2000 then coalesce(array_agg(id) filter (where its_zone is null or zone_id = its_zone), '{}') end
    into ids from holding;
  return case when cardinality(ids) <= 250 then ids end;
end $$;
