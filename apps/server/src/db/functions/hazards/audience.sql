-- The people in a zone who may see a hazard: with `everybody`, all who see the zone's hazards, otherwise only people who may view
-- its users. Excludes `but_not` and people who have not accepted their invitation.
create function hazard_audience(target_zone uuid, everybody boolean, but_not uuid) returns uuid[]
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(distinct a.user_id), '{}')
  from members_with(case when everybody then 'view_hazards' else 'view_zone_users' end) a
  where a.zone_id = target_zone and a.accepted_at is not null and a.user_id is distinct from but_not
$$;
revoke execute on function hazard_audience(uuid, boolean, uuid) from public;
grant execute on function hazard_audience(uuid, boolean, uuid) to muster_app;

-- True if the person may still see a hazard in the zone, whether their own or somebody else's. Alerts about a hazard end with the
-- membership.
create function sees_hazard(person uuid, target_zone uuid, reporter uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from members_with(case when person = reporter then 'view_own_hazards' else 'view_hazards' end) a
      where a.user_id = person and a.zone_id = target_zone and a.accepted_at is not null)
    or exists (select from user_profiles u join role_permissions p on p.role = u.role and p.permission = 'view_all_zones'
      where u.id = person)
$$;
revoke execute on function sees_hazard(uuid, uuid, uuid) from public;
grant execute on function sees_hazard(uuid, uuid, uuid) to muster_app;

create trigger keep_updated_at before update of status, assignee_id, due_at, photo_urls on hazards
  for each row execute function keep_updated_at();
