create policy owner_only on entry_pins using (false);

-- Permissions are written only by set_zone_permissions.
create policy see_own on zone_permissions for select to muster_app using (user_id = (select actor_id()));
create policy see_given on zone_permissions for select to muster_app using (zone_id in (select actor_zones_with('grant_zone_permissions')));
grant select on zone_permissions to muster_app;
