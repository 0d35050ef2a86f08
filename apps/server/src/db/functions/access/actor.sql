-- The acting person, set by db.asActor for the current transaction only.
create function actor_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('muster.user_id', true), '')::uuid
$$;
create function actor_session_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('muster.session_id', true), '')::uuid
$$;

-- The functions below that read tables run as the owner (security definer): policies call them, so they must not be subject to
-- those policies themselves. `members_with` is called by such functions and needs no rights of its own.
create function actor_role() returns text language sql stable security definer set search_path = public, pg_temp as $$
  select role from user_profiles where id = actor_id() and status = 'active'
$$;

-- True if the actor's global role has this permission, in every zone.
create function actor_can(wanted text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from role_permissions where role = actor_role() and permission = wanted)
$$;

-- The assignments that carry a permission, by their role or because the permission was granted to the person in that zone.
-- Assignments for which it was revoked are excluded. Every rule about a member's permissions in a zone reads this. It has no `set`,
-- so that the planner can inline it.
create function members_with(wanted text) returns setof zone_assignments language sql stable as $$
  select a.* from zone_assignments a
    left join zone_permissions c on c.user_id = a.user_id and c.zone_id = a.zone_id and c.permission = wanted
      and a.role in ('zone_manager_rw', 'zone_manager_ro')
  where coalesce(c.granted, a.role in (select p.role from role_permissions p where p.permission = wanted))
$$;
revoke execute on function members_with(text) from public;

-- True if a zone with this status is open to a member in this role. A suspended zone is open to nobody, a pending one only to the
-- person who requested it.
create function is_open_to(status text, role text) returns boolean language sql immutable parallel safe as $$
  select status = 'active' or (status = 'pending' and role = 'client_admin')
$$;

-- The zones in which the actor has this permission, by an accepted assignment or, for internal admins, everywhere. In a pending
-- zone, the requester may only view and edit. The actor is read as `(select actor_id())`, which is evaluated once and not for every
-- row, because policies call this function several times in a statement.
create function actor_zones_with(wanted text) returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select id from zones where actor_can('view_all_zones') and actor_can(wanted)
  union
  select a.zone_id from members_with(wanted) a
    join zones z on z.id = a.zone_id and is_open_to(z.status, a.role) and (z.status <> 'pending' or wanted in ('view_zones', 'edit_zones'))
    where a.user_id = (select actor_id()) and a.accepted_at is not null and actor_role() is not null and not actor_can('view_all_zones')
$$;

-- The zones that exist for the actor, including zones they are only invited to.
create function actor_zones() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select id from zones where actor_can('view_all_zones')
  union
  select a.zone_id from zone_assignments a join zones z on z.id = a.zone_id and is_open_to(z.status, a.role)
    where a.user_id = (select actor_id()) and actor_role() is not null
$$;

-- Returns the permissions in which a person differs from their role in the zone: true if granted, false if revoked; null if there
-- are none. Row-level security decides whose permissions the actor may read.
create function changed_permissions(person uuid, its_zone uuid) returns jsonb language sql stable as $$
  select (select jsonb_object_agg(c.permission, c.granted) from zone_permissions c where c.user_id = person and c.zone_id = its_zone)
$$;
