-- Gives a tracker another token where the one that was answered when it was added was lost: one's own, under the request it was added
-- with, and only while nothing was sent with it. The lost token is dead. False where there is none.
create function renew_lost_token(request uuid, new_hash bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update trackers set token_hash = new_hash
    where user_id = actor_id() and request_id = request and last_used_at is null;
  return found;
end $$;
