-- Deletes a tracker of the actor; its name, or null where they have none of this id. No grant lets a request delete: with one it
-- could lock the whole table, too.
create function revoke_tracker(tracker uuid) returns text language sql security definer set search_path = public, pg_temp as $$
  delete from trackers where id = tracker and user_id = actor_id() returning name
$$;
