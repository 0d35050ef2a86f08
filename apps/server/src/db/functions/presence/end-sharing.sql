-- Ends what the actor shares, wherever they began it. No grant lets a request delete: with one it could lock the whole table, too.
create function end_own_sharing() returns void language sql security definer set search_path = public, pg_temp as $$
  delete from presence_sharing where user_id = actor_id()
$$;
