-- Returns the actor's email address, whether it is verified, and whether they must still set up a second step.
create function own_sign_in() returns table (email text, email_verified boolean, owes_second_step boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.email, u.email_verified,
    coalesce((select owes_second_step(s) from auth.sessions s where s.id = actor_session_id()), false)
  from auth.users u where u.id = actor_id()
$$;
