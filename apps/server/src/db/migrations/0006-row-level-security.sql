-- Functions read as the owner (security definer): a policy must not be subject to the policies it decides.
create function actor_role() returns text language sql stable security definer set search_path = public, pg_temp as $$
  select role from user_profiles where id = actor_id() and status = 'active'
$$;

-- May the actor do this anywhere, by their global role?
create function actor_can(wanted text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from role_permissions where role = actor_role() and permission = wanted)
$$;

-- The zones in which the actor may do this: by the role of the assignment, or everywhere for internal admins.
create function actor_zones_with(wanted text) returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select id from zones where actor_can('view_all_zones') and actor_can(wanted)
  union
  select a.zone_id from zone_assignments a
    join role_permissions p on p.role = a.role and p.permission = wanted
    where a.user_id = actor_id() and actor_role() is not null and not actor_can('view_all_zones')
$$;

create function actor_zones() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select id from zones where actor_can('view_all_zones')
  union
  select zone_id from zone_assignments where user_id = actor_id() and actor_role() is not null
$$;

create function actor_sees_users() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select user_id from zone_assignments where zone_id in (select actor_zones_with('view_zone_users'))
$$;

-- Who carries this code: answered only to those who may link users in the zone they name.
create function find_user_by_code(code text, target_zone uuid)
returns table (id uuid, first_name text, last_name text, status text, role text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.first_name, u.last_name, u.status, u.role from user_profiles u
  where u.user_code = code and target_zone in (select actor_zones_with('link_users'))
$$;

alter table auth.users enable row level security;
alter table auth.sessions enable row level security;
alter table auth.accounts enable row level security;
alter table auth.verifications enable row level security;
create policy owner_only on auth.users using (false);
create policy owner_only on auth.sessions using (false);
create policy owner_only on auth.accounts using (false);
create policy owner_only on auth.verifications using (false);

alter table entry_pins enable row level security;
create policy owner_only on entry_pins using (false);
alter table rate_limits enable row level security;
create policy owner_only on rate_limits using (false);

alter table user_profiles enable row level security;
create policy see_self on user_profiles for select to muster_app using (id = (select actor_id()));
create policy see_everyone on user_profiles for select to muster_app
  using ((select actor_can('view_users')) and (select actor_can('view_all_zones')));
create policy see_members on user_profiles for select to muster_app using (id in (select actor_sees_users()));
create policy change_self on user_profiles for update to muster_app
  using (id = (select actor_id())) with check (id = (select actor_id()));
grant select on user_profiles to muster_app;
grant update (first_name, last_name, skills, profile_image, emergency_contact_name, emergency_contact_phone,
  emergency_contact_relationship, updated_at) on user_profiles to muster_app;

alter table zones enable row level security;
create policy see_own on zones for select to muster_app using (id in (select actor_zones()));
create policy see_created on zones for select to muster_app using (created_by = (select actor_id()) and (select actor_can('create_zones')));
create policy create_own on zones for insert to muster_app
  with check ((select actor_can('create_zones')) and created_by = (select actor_id()));
create policy edit on zones for update to muster_app using (id in (select actor_zones_with('edit_zones')));
grant select on zones to muster_app;
grant insert (id, name, description, boundary, start_lat, start_lng, end_lat, end_lng, max_capacity, created_by) on zones to muster_app;
grant update (name, description, boundary, start_lat, start_lng, end_lat, end_lng, max_capacity, updated_at) on zones to muster_app;

alter table zone_coordinates enable row level security;
create policy see_own on zone_coordinates for select to muster_app using (zone_id in (select actor_zones()));
create policy draw on zone_coordinates for insert to muster_app with check (zone_id in (select actor_zones_with('edit_zones')));
create policy redraw on zone_coordinates for delete to muster_app using (zone_id in (select actor_zones_with('edit_zones')));
grant select, insert, delete on zone_coordinates to muster_app;

alter table zone_assignments enable row level security;
create policy see_own on zone_assignments for select to muster_app using (user_id = (select actor_id()));
create policy see_members on zone_assignments for select to muster_app using (zone_id in (select actor_zones_with('view_zone_users')));
create policy link on zone_assignments for insert to muster_app
  with check (assigned_by = (select actor_id()) and zone_id in (select actor_zones_with('link_users')));
-- Who creates a zone without seeing all zones becomes its first client administrator.
create policy own_new_zone on zone_assignments for insert to muster_app
  with check (
    user_id = (select actor_id()) and assigned_by = (select actor_id()) and role = 'client_admin'
    and (select actor_can('create_zones'))
    and zone_id in (select id from zones where created_by = (select actor_id())));
create policy unlink on zone_assignments for delete to muster_app using (zone_id in (select actor_zones_with('unlink_users')));
-- Row locks (select … for update) ask for update rights; the role of a member is changed by nobody through this grant.
create policy lock_members on zone_assignments for update to muster_app
  using (zone_id in (select actor_zones_with('unlink_users'))) with check (false);
grant select, insert, delete, update (assigned_at) on zone_assignments to muster_app;

alter table zone_entries enable row level security;
create policy see_own on zone_entries for select to muster_app using (session_id = (select actor_session_id()));
grant select on zone_entries to muster_app;

alter table presence_tracking enable row level security;
create policy see_own on presence_tracking for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on presence_tracking for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
grant select on presence_tracking to muster_app;

alter table presence_history enable row level security;
create policy see_own on presence_history for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on presence_history for select to muster_app using (zone_id in (select actor_zones_with('view_attendance')));
grant select on presence_history to muster_app;

alter table position_checks enable row level security;
create policy see_own on position_checks for select to muster_app using (user_id = (select actor_id()));
create policy see_zone on position_checks for select to muster_app using (zone_id in (select actor_zones_with('track_live_locations')));
grant select on position_checks to muster_app;

-- Written by every change, read only by the feed reader (the owner), which asks who may see each topic.
alter table feed_events enable row level security;
create policy append on feed_events for insert to muster_app with check (true);
grant insert (topic, kind, payload) on feed_events to muster_app;

-- Append-only: no grant and no policy lets muster_app change or remove an event.
alter table security_events enable row level security;
create policy append on security_events for insert to muster_app with check (actor_id = (select actor_id()));
create policy see_all on security_events for select to muster_app using ((select actor_can('view_security')));
grant insert, select on security_events to muster_app;

-- Every table of the product without row-level security or without a policy, read from the catalogue.
create function audit_rls_compliance() returns table (schema_name text, table_name text, problem text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select n.nspname::text, c.relname::text,
    case when not c.relrowsecurity then 'rls_disabled' else 'no_policy' end
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname in ('public', 'auth')
    and (not c.relrowsecurity or not exists (select from pg_policy p where p.polrelid = c.oid))
  order by 1, 2
$$;
