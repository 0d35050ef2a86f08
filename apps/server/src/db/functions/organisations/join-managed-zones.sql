-- Makes the client admins of one of several organisations members of all its open zones at once, without an invitation. An existing
-- membership keeps its role.
create function join_managed_zones(managers uuid[], its_zones uuid[]) returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  insert into zone_assignments (user_id, zone_id, role)
  select m.user_id, z.id, 'client_admin'
    from zones z join client_members m on m.client_id = z.client_id and m.manages
    where only_client() is null and coalesce(z.status_when_open, z.status) <> 'pending'
      and (managers is null or m.user_id = any (managers)) and (its_zones is null or z.id = any (its_zones))
    order by z.id, m.user_id
  on conflict (user_id, zone_id) do nothing
$$;
revoke execute on function join_managed_zones(uuid[], uuid[]) from public;

create function join_zones_of_client() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform join_managed_zones(array[new.user_id], array(select id from zones where client_id = new.client_id));
  return null;
end $$;
create trigger join_zones_of_client_begun after insert on client_members
  for each row when (new.manages) execute function join_zones_of_client();
create trigger join_zones_of_client_given after update of manages on client_members
  for each row when (new.manages and not old.manages) execute function join_zones_of_client();

create function take_in_managers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform join_managed_zones(null, array[new.id]);
  return null;
end $$;
create trigger take_in_managers_made after insert on zones for each row execute function take_in_managers();
-- Moved to another organisation, or approved.
create trigger take_in_managers_changed after update of client_id, status on zones
  for each row when (old.client_id <> new.client_id or (old.status = 'pending' and new.status <> 'pending'))
  execute function take_in_managers();
