-- Gives a webhook another secret where the one that was answered when it was added was lost: to who added it alone, under the request they
-- added it with, and only while nobody has replaced its secret. What was lost signs nothing any more. False where there is none.
create function renew_lost_secret(request uuid, new_secret text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not actor_can('manage_webhooks') then
    return false;
  end if;
  update webhooks set secret = new_secret
    where created_by = actor_id() and request_id = request and previous_until is null;
  return found;
end $$;
