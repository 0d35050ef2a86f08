-- The only organisation of the installation; null where there are several.
create function only_client() returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select min(id::text)::uuid from clients having count(*) = 1
$$;

-- The organisations that the actor looks after as a client admin. A membership that came with a zone counts where they are its
-- client admin, and a zone that waits for approval gives nothing yet.
create function actor_managed_clients() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select m.client_id from client_members m
    where m.user_id = actor_id() and actor_role() = 'client_admin' and (not m.by_zone or exists (
      select from zone_assignments a join zones z on z.id = a.zone_id
        where a.user_id = m.user_id and z.client_id = m.client_id and z.status <> 'pending'
          and a.role = 'client_admin' and a.accepted_at is not null))
$$;

-- The organisations whose people and zones the actor may look through.
create function actor_seen_clients() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select id from clients where actor_can('view_clients')
  union
  select * from actor_managed_clients()
$$;
