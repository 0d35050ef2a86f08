create trigger keep_updated_at before update of name, description on groups for each row execute function keep_updated_at();

-- Screens of the zone hear that there is something to ask for; of a deleted one the screens that follow it lose it.
create function announce_group() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its groups := case when tg_op = 'DELETE' then old else new end;
begin
  insert into feed_events (topic, kind, payload)
  select topic, case tg_op when 'DELETE' then 'group.removed' else 'group.changed' end,
    jsonb_build_object('zoneId', its.zone_id, 'groupId', its.id)
  from unnest(array['zone:' || its.zone_id, 'admin', 'group:' || its.id]) topic;
  return null;
end $$;
create trigger announce_group_made after insert on groups for each row execute function announce_group();
create trigger announce_group_removed after delete on groups for each row execute function announce_group();
create trigger announce_group_changed after update of name, description on groups
  for each row when ((old.name, old.description) is distinct from (new.name, new.description)) execute function announce_group();

-- Somebody in a group begins with what is said from then on, and hears of it; who leaves it loses it in every open screen.
create function follow_group_member() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its group_members := case when tg_op = 'DELETE' then old else new end;
  the_group groups;
begin
  select * into the_group from groups where id = its.group_id;
  -- With the group itself everything of it goes.
  if not found then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into group_reads (group_id, user_id, last_read, alerted)
      values (its.group_id, its.user_id, the_group.last_number, the_group.last_number) on conflict do nothing;
    if its.user_id is distinct from its.added_by then
      perform raise_alerts('group_activity', the_group.zone_id, 'You are in the group ' || the_group.name,
        coalesce(the_group.description, ''), jsonb_build_object('groupId', the_group.id, 'groupName', the_group.name),
        'group:' || its.id || ':added', array[its.user_id]);
    end if;
  else
    delete from group_reads where group_id = its.group_id and user_id = its.user_id;
  end if;
  insert into feed_events (topic, kind, payload)
  select topic, case tg_op when 'INSERT' then 'group.member_added' else 'group.member_removed' end,
    jsonb_build_object('zoneId', the_group.zone_id, 'groupId', the_group.id, 'userId', its.user_id)
  from unnest(array['zone:' || the_group.zone_id, 'admin', 'user:' || its.user_id]) topic;
  return null;
end $$;
create trigger follow_group_member_added after insert on group_members for each row execute function follow_group_member();
create trigger follow_group_member_removed after delete on group_members for each row execute function follow_group_member();

-- The members of a group the actor may see, by name, those after a place. The address is for who looks after the people of the zone.
create function group_people(target_group uuid, wanted text, after_name text, after_id uuid, most integer)
returns table (id uuid, user_id uuid, first_name text, last_name text, name text, email text, role text, profile_image text, added_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select people.id, people.user_id, first_name, last_name, people.name, email, role, profile_image, added_at from (
    select m.id, m.user_id, u.first_name, u.last_name, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), 'Unnamed member') as name,
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

-- Whether this is the photo of a member of a group whose members the actor sees: the door opens what group_people links to.
-- Row-level security alone would refuse it to app users, who see no other profile.
create function actor_sees_member_photo(photo text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from user_profiles u join group_members m on m.user_id = u.id
    where u.id = substring(photo from '^avatars/([0-9a-f-]{36})/')::uuid and u.profile_image = photo
      and (m.group_id in (select actor_rooms()) or m.zone_id in (select actor_zones_with('view_zone_users'))))
$$;

-- Who is shut out of a zone that is no longer active is shut out of its groups, in every open screen.
create function close_groups_of_zone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
    select 'group:' || id, 'group.closed', jsonb_build_object('zoneId', zone_id, 'groupId', id) from groups where zone_id = new.id;
  return null;
end $$;
create trigger close_groups_of_zone after update of status on zones
  for each row when (new.status <> 'active' and old.status = 'active') execute function close_groups_of_zone();
