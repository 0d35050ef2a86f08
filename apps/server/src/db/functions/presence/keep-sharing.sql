-- A policy of updates does not see what a row was. Pausing and going on changes nothing else, and works wherever one shares, also while
-- the zone is suspended. Whatever else a request changes is to begin anew: here, in this session, in a zone that lets it, and now.
create function keep_sharing() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.session_id is distinct from actor_session_id() or new.started_at <> now()
    or new.zone_id not in (select actor_zones_with('check_position')) then
    raise insufficient_privilege using message = 'sharing begins in the session that asks for it, in a zone open to its person, and now.';
  end if;
  return new;
end $$;
create trigger keep_sharing before update on presence_sharing for each row
  when (row_security_active('presence_sharing'::regclass)
    and (old.zone_id, old.session_id, old.started_at, old.ends_at)
      is distinct from (new.zone_id, new.session_id, new.started_at, new.ends_at))
  execute function keep_sharing();
