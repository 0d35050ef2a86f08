-- Returns the installation's only organisation; null if there are several.
create function only_client() returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select min(id::text)::uuid from clients having count(*) = 1
$$;

-- The organisations the actor manages as a client admin. An installation's only organisation is hidden and has no manager.
create function actor_managed_clients() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select m.client_id from client_members m
    where m.user_id = actor_id() and m.manages and actor_role() = 'client_admin' and only_client() is null
$$;

create function actor_seen_clients() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select id from clients where actor_can('view_clients')
  union
  select * from actor_managed_clients()
$$;
