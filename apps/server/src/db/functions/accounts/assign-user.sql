-- True if the person has activated the account by setting a password or through single sign-on. Only the owner and callers who see
-- all accounts get the real answer; for others it is always true.
create function has_joined(person uuid) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select (actor_id() is not null and not actor_can('view_all_zones'))
    or exists (select from auth.accounts where user_id = person and (password is not null or provider_id = 'single-sign-on'))
$$;

-- True if the person has a password. Only the owner and callers who see all accounts get the real answer; for others it is always
-- true.
create function has_password(person uuid) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select (actor_id() is not null and not actor_can('view_all_zones')) or exists (select from auth.accounts where user_id = person and password is not null)
$$;

-- Adds a person to a zone in a role, by default that of their account, if the actor manages all accounts. Returns 'linked' with the
-- membership, 'assigned' if the person is already a member or invited, or null if the actor may not add people there or there is no
-- such zone or assignable person. Until the person enters the zone, they are only invited.
create function assign_user_to_zone(target_user uuid, target_zone uuid, new_role text default null, out outcome text, out membership jsonb)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person user_profiles;
begin
  if not actor_can('edit_users') or target_zone not in (select actor_zones_with('link_users')) then
    return;
  end if;
  -- Row lock: a concurrent deletion of the account either waits or is already visible here.
  select * into person from user_profiles where id = target_user and status = 'active' for key share;
  if not found or exists (select from role_permissions p where p.role = person.role and p.permission = 'view_all_zones') then
    return;
  end if;
  insert into zone_assignments as a (user_id, zone_id, role, assigned_by) values (person.id, target_zone, coalesce(new_role, person.role), actor_id())
  on conflict (user_id, zone_id) do nothing
  returning membership_facts(a) into membership;
  if not found then
    outcome := 'assigned';
    return;
  end if;
  perform note_membership('member_invited', 'Somebody was invited to a zone.', person.id, target_zone);
  outcome := 'linked';
end $$;
