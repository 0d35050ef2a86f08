create policy owner_only on email_changes using (false);

-- Returns an account's pending new email address to people who manage accounts; null if no change is pending.
create function pending_email(person uuid) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select new_email from email_changes
  where user_id = person and confirmed_at is null and created_at > now() - interval '24 hours' and actor_can('edit_users')
$$;
