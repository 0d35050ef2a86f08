-- True if a person has a second sign-in step. Only the owner, the person and callers who see all accounts get the real answer; for
-- others it is always true.
create function has_second_step(person uuid) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select (actor_id() is not null and actor_id() <> person and not actor_can('view_all_zones'))
    or exists (select from auth.two_step where user_id = person and confirmed_at is not null)
$$;

-- True if the session was opened with a password alone and its person is responsible for others, by the role of their account or in
-- any zone. Anybody who sees a zone's people is responsible for them. An invitation that has not been accepted does not count.
create function owes_second_step(session auth.sessions) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select session.proof = 'password' and not has_second_step(session.user_id) and exists (
    select from role_permissions p where p.permission = 'view_zone_users'
      and p.role = (select u.role from user_profiles u where u.id = session.user_id)
    union all
    select from members_with('view_zone_users') a where a.user_id = session.user_id and a.accepted_at is not null)
$$;
revoke execute on function owes_second_step(auth.sessions) from public;

-- Returns the number of a person's passkeys to callers who see all accounts, and 0 to others.
create function count_passkeys(person uuid) returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select count(*) from auth.passkeys where user_id = person and actor_can('view_all_zones')
$$;
