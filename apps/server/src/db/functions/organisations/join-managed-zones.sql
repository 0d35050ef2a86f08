-- Adds an organisation's client admins to all its open zones immediately, without an invitation, and returns the new memberships.
-- Does nothing if there is only one organisation. An existing membership keeps its role. Called wherever a client admin or an open
-- zone joins an organisation.
create function join_managed_zones(managers uuid[], its_zones uuid[]) returns setof jsonb
language sql volatile security definer set search_path = public, pg_temp as $$
  insert into zone_assignments as a (user_id, zone_id, role)
  select m.user_id, z.id, 'client_admin'
    from zones z join client_members m on m.client_id = z.client_id and m.manages
    where only_client() is null and coalesce(z.status_when_open, z.status) <> 'pending'
      and (managers is null or m.user_id = any (managers)) and (its_zones is null or z.id = any (its_zones))
    order by z.id, m.user_id
  on conflict (user_id, zone_id) do nothing
  returning membership_facts(a)
$$;
revoke execute on function join_managed_zones(uuid[], uuid[]) from public;
