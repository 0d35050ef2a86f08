-- True if a role ranks above the actor's in the zone, by the ladder in `mayGiveZoneRole`. No role is above an internal admin, and
-- roles outside the ladder are above nobody.
create function is_above_actor(target_zone uuid, its_role text) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  ladder constant text[] := '{app_user,zone_manager_ro,zone_manager_rw,client_admin}';
  reach integer := (select array_position(ladder, a.role) from zone_assignments a where a.zone_id = target_zone and a.user_id = actor_id());
begin
  return not actor_can('view_all_zones') and coalesce(array_position(ladder, its_role), 0) > coalesce(reach, 0);
end $$;
revoke execute on function is_above_actor(uuid, text) from public;
