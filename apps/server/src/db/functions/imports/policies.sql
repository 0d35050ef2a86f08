-- People see their own imports, and internal admins see all, each only of the kinds that they may import, and badges only of zones that
-- they may edit. Only `note_import` and the server write.
create policy see_own on imports for select to muster_app
  using ((user_id = (select actor_id()) or (select actor_can('view_all_zones')))
    and case kind when 'people' then (select actor_can('create_users')) when 'zones' then (select actor_can('create_zones')) else true end
    and (zone_id is null or zone_id in (select actor_zones_with('edit_zones'))));
grant select on imports to muster_app;
create policy owner_only on import_items using (false);
