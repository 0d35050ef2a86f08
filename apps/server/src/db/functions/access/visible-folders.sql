-- The folders the actor sees. People who may view the zone's users see all folders. Everybody else sees folders without groups and
-- folders for their own groups, as long as they see the parent folder.
create function actor_folders() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  with recursive
    watched as (select zone_id from actor_zones_with('view_zone_users') zone_id intersect select * from actor_zones_with('view_files')),
    others as (select zone_id from actor_zones_with('view_files') zone_id except select zone_id from watched),
    seen as (
      select f.id, f.parent_folder_id from folders f where f.zone_id in (select zone_id from others) and f.deleted_at is null
        and (not f.for_groups
          or exists (select from folder_group_links l join group_members m on m.group_id = l.group_id
            where l.folder_id = f.id and m.user_id = actor_id()))),
    reached as (
      select id from seen where parent_folder_id is null
      union all select s.id from seen s join reached r on s.parent_folder_id = r.id)
  select id from folders where zone_id in (select zone_id from watched)
  union all select id from reached
$$;
