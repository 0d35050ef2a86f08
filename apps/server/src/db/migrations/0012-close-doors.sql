-- What a request may do past the program is narrowed to what the program itself does: rows that reach beyond the actor
-- (a zone with its first member, a membership by code) are written by functions that check, not by grants.

-- Zones: made by create_zone alone. Who is no longer a member of a zone they once created does not see it any more.
drop policy see_created on zones;
drop policy create_own on zones;
revoke insert on zones from muster_app;
drop policy own_new_zone on zone_assignments;
drop policy link on zone_assignments;
revoke insert on zone_assignments from muster_app;
drop function find_user_by_code(text, uuid);

-- Creates an active zone with its points and, for who does not see all zones, the assignment that makes it theirs.
-- False when the id is there already.
create function create_zone(
  new_id uuid, new_name text, new_description text, new_boundary text,
  new_start_lat double precision, new_start_lng double precision, new_end_lat double precision, new_end_lng double precision,
  new_max_capacity integer, points jsonb)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not actor_can('create_zones') then
    raise exception 'may not create zones' using errcode = '42501';
  end if;
  insert into zones (id, name, description, boundary, start_lat, start_lng, end_lat, end_lng, max_capacity, created_by)
  values (new_id, new_name, new_description, new_boundary, new_start_lat, new_start_lng, new_end_lat, new_end_lng,
    new_max_capacity, actor_id())
  on conflict (id) do nothing;
  if not found then
    return false;
  end if;
  insert into zone_coordinates (zone_id, latitude, longitude, sequence_order)
    select new_id, (point ->> 'lat')::double precision, (point ->> 'lng')::double precision, place
    from jsonb_array_elements(points) with ordinality as list (point, place);
  if not actor_can('view_all_zones') then
    insert into zone_assignments (user_id, zone_id, role, assigned_by) values (actor_id(), new_id, 'client_admin', actor_id());
  end if;
  return true;
end $$;

-- Makes the owner of a code a member: 'linked', 'assigned' when they are one already, no row when the code says nothing
-- to who may not link users there, or belongs to nobody who can be linked.
create function link_user_by_code(code text, target_zone uuid, new_role text)
returns table (id uuid, first_name text, last_name text, outcome text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person user_profiles;
begin
  if new_role not in ('app_user', 'zone_manager_rw', 'zone_manager_ro') or target_zone not in (select actor_zones_with('link_users')) then
    return;
  end if;
  -- The lock makes a deletion of the account wait, or be seen.
  select * into person from user_profiles u where u.user_code = code and u.status = 'active' for key share;
  if not found or exists (select from role_permissions p where p.role = person.role and p.permission = 'view_all_zones') then
    return;
  end if;
  insert into zone_assignments (user_id, zone_id, role, assigned_by) values (person.id, target_zone, new_role, actor_id())
  on conflict (user_id, zone_id) do nothing;
  return query select person.id, person.first_name, person.last_name, case when found then 'linked' else 'assigned' end;
end $$;

-- Memberships announce themselves, however they change.
create or replace function follow_assignment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  row zone_assignments := case when tg_op = 'DELETE' then old else new end;
  event text := case tg_op when 'INSERT' then 'membership.added' when 'DELETE' then 'membership.removed' else 'membership.changed' end;
begin
  if tg_op = 'INSERT' then
    insert into presence_tracking (user_id, zone_id) values (new.user_id, new.zone_id) on conflict do nothing;
  elsif tg_op = 'DELETE' then
    -- The state row first, like the check writer.
    delete from presence_tracking where user_id = old.user_id and zone_id = old.zone_id;
    update presence_history
      set exit_time = greatest(now(), entry_time),
          duration_minutes = floor(extract(epoch from greatest(now(), entry_time) - entry_time) / 60)
      where user_id = old.user_id and zone_id = old.zone_id and exit_time is null;
    delete from zone_entries where user_id = old.user_id and zone_id = old.zone_id;
  end if;
  insert into feed_events (topic, kind, payload)
  select topic, event, case tg_op
    when 'DELETE' then jsonb_build_object('userId', row.user_id, 'zoneId', row.zone_id)
    else jsonb_build_object('userId', row.user_id, 'zoneId', row.zone_id, 'role', row.role) end
  from unnest(array['zone:' || row.zone_id, 'user:' || row.user_id]) as topic;
  return row;
end $$;
create trigger follow_assignment_changed after update of role on zone_assignments
  for each row when (old.role is distinct from new.role) execute function follow_assignment();

-- A changed profile is announced to the person and to the zones they belong to.
create or replace function follow_profile() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status <> 'active' and old.status = 'active' then
    delete from auth.sessions where user_id = new.id;
  end if;
  insert into feed_events (topic, kind, payload)
  select topic, 'user.changed', jsonb_build_object('userId', new.id)
  from (
    select 'user:' || new.id as topic
    union all
    select 'zone:' || zone_id from zone_assignments where user_id = new.id
  ) topics;
  return new;
end $$;

-- The feed: a request appends about itself and its zones, and never what only triggers say.
drop policy append on feed_events;
create policy append on feed_events for insert to muster_app with check (
  kind not in ('session.revoked', 'user.changed', 'membership.added', 'membership.changed', 'membership.removed')
  and (
    topic = 'user:' || (select actor_id())
    or (topic like 'zone:%' and substr(topic, 6) in (select z::text from actor_zones() z))
    or (topic = 'admin' and (select actor_can('create_zones')))
  ));

-- Positions are for who may track live locations; that somebody is inside is for more.
revoke select on presence_tracking from muster_app;
grant select (id, zone_id, user_id, is_inside_zone, accuracy_meters, tracking_source, entry_time, exit_time,
  captured_at, received_at, created_at) on presence_tracking to muster_app;
create function located_members(target_zone uuid) returns table (user_id uuid, latitude double precision, longitude double precision)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.user_id, p.latitude, p.longitude from presence_tracking p
  where p.zone_id = target_zone and target_zone in (select actor_zones_with('track_live_locations'))
$$;

-- A photo is one of the person's own files.
alter table user_profiles add constraint profile_image_own
  check (profile_image is null or profile_image like 'avatars/' || id || '/%');

-- Which history of this database the cursors of the feed belong to. A restore sets it anew: what was read after the backup
-- is gone, and nobody may resume from there.
alter table feed_floor add column history uuid not null default gen_random_uuid();

-- Facts about this installation that the server itself must remember, for example that it holds the demo.
create table installation_facts (
  fact text primary key,
  noted_at timestamptz not null default now()
);
alter table installation_facts enable row level security;
create policy owner_only on installation_facts using (false);
