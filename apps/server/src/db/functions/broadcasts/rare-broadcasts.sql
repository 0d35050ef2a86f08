-- Finds broadcasts as rare_hazards finds hazards: among those sent to the zone or to all zones, or among all broadcasts if no zone
-- is given. Also returns null to people who may not view the zone's users.
create function rare_broadcasts(wanted text, its_zone uuid) returns uuid[]
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
declare
  words tsquery := search_query(wanted);
  frequent bigint;
  ids uuid[];
begin
  if words is null or its_zone is null and not actor_can('view_all_zones')
    or its_zone is not null and its_zone not in (select actor_zones_with('view_zone_users')) then
    return null;
  end if;
  select count(*) into frequent from (
    select search from broadcasts where its_zone is null or zone_id = its_zone
      order by coalesce(sent_at, created_at) desc, id desc limit 1000) newest
    where search @@ words;
  if frequent >= 5 then
    return null;
  end if;
  with holding as materialized (select id, zone_id from broadcasts where search @@ words limit 2001)
  select case when count(*) <= 2000 then
      coalesce(array_agg(id) filter (where its_zone is null or zone_id = its_zone or zone_id is null), '{}') end
    into ids from holding;
  return case when cardinality(ids) <= 250 then ids end;
end $$;
