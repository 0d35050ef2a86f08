-- What the actor may know of their own sign-in.
create function own_sign_in() returns table (email text, email_verified boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select email, email_verified from auth.users where id = actor_id()
$$;
