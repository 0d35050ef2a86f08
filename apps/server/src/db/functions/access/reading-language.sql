-- Returns the language in which a person reads: the one they chose, the one set by the organisation they joined first, or English.
-- Callers pass the choice, so that a statement for many people reads it together with their profiles.
create function reading_language(person uuid, choice text) returns text language sql stable as $$
  select coalesce(choice, (select c.language from client_members m join clients c on c.id = m.client_id
    where m.user_id = person order by m.added_at, c.id limit 1), 'en')
$$;
revoke execute on function reading_language(uuid, text) from public;

-- Returns the reading language of the actor, who may not read their organisations themselves.
create function own_reading_language() returns text language sql stable security definer set search_path = public, pg_temp as $$
  select reading_language(u.id, u.language) from user_profiles u where u.id = actor_id()
$$;
