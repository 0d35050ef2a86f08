create policy owner_only on email_changes using (false);

-- Returns the pending new address of an account, for people who manage accounts; null if no change was requested.
create function pending_email(person uuid) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select new_email from email_changes
  where user_id = person and confirmed_at is null and created_at > now() - interval '24 hours' and actor_can('edit_users')
$$;
