create trigger keep_updated_at before update of name, description on groups for each row execute function keep_updated_at();

-- Closes a deleted group on every screen that shows it, even if it was deleted with its zone.
create function announce_group_removed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
  select topic, 'group.removed', jsonb_build_object('zoneId', old.zone_id, 'groupId', old.id)
  from unnest(array['zone:' || old.zone_id, 'admin', 'group:' || old.id]) topic;
  return null;
end $$;
create trigger announce_group_removed after delete on groups for each row execute function announce_group_removed();

-- Marks all earlier messages as read for a new member.
create function begin_reading() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into group_reads (group_id, user_id, last_read, alerted)
    select g.id, new.user_id, g.last_number, g.last_number from groups g where g.id = new.group_id on conflict do nothing;
  return null;
end $$;
create trigger begin_reading after insert on group_members for each row execute function begin_reading();

-- Closes the group on every open screen of a person who leaves it, even if it was their zone membership or account that ended.
create function follow_group_member_removed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Deleting the group already removes everything in it.
  if not exists (select from groups where id = old.group_id) then
    return null;
  end if;
  delete from group_reads where group_id = old.group_id and user_id = old.user_id;
  insert into feed_events (topic, kind, payload)
  select topic, 'group.member_removed',
    jsonb_build_object('zoneId', old.zone_id, 'groupId', old.group_id, 'userId', old.user_id)
  from unnest(array['zone:' || old.zone_id, 'admin', 'user:' || old.user_id]) topic;
  return null;
end $$;
create trigger follow_group_member_removed after delete on group_members for each row execute function follow_group_member_removed();

-- Lists a group's members, ordered by name, after a cursor, if the actor may see them; with `wanted`, only members whose name
-- contains it. Email addresses are only for people who may view the zone's users.
create function group_people(target_group uuid, wanted text, after_name text, after_id uuid, most integer)
returns table (id uuid, user_id uuid, first_name text, last_name text, name text, email text, role text, profile_image text, added_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select people.id, people.user_id, first_name, last_name, people.name, email, role, profile_image, added_at from (
    select m.id, m.user_id, u.first_name, u.last_name, trim(u.first_name || ' ' || u.last_name) as name,
      case when m.zone_id in (select actor_zones_with('view_zone_users')) then u.email end as email, a.role, u.profile_image, m.added_at
    from group_members m
      join user_profiles u on u.id = m.user_id
      join zone_assignments a on a.user_id = m.user_id and a.zone_id = m.zone_id
    where m.group_id = target_group
      and (m.group_id in (select actor_rooms()) or m.zone_id in (select actor_zones_with('view_zone_users')))) people
  where (wanted is null or people.name ilike '%' || wanted || '%')
    and (after_id is null or (lower(people.name), people.id) > (lower(after_name), after_id))
  order by lower(people.name), people.id limit most
$$;

-- True if this is the photo of a member of a group whose members the actor sees. The file endpoint must serve the photos that
-- group_people links to, and row-level security alone would deny them to app users, who see no other profile.
create function actor_sees_member_photo(photo text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from user_profiles u join group_members m on m.user_id = u.id
    where u.id = substring(photo from '^avatars/([0-9a-f-]{36})/')::uuid and u.profile_image = photo
      and (m.group_id in (select actor_rooms()) or m.zone_id in (select actor_zones_with('view_zone_users'))))
$$;

-- Closes a zone's groups on every open screen of the people who lose access when the zone is closed.
create function close_groups_of_zone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
    select 'group:' || id, 'group.closed', jsonb_build_object('zoneId', zone_id, 'groupId', id) from groups where zone_id = new.id;
  return null;
end $$;
create trigger close_groups_of_zone after update of status on zones
  for each row when (new.status <> 'active' and old.status = 'active') execute function close_groups_of_zone();
