-- Deletes a webhook with its deliveries, for who manages them; its name, or null where there is none of this id. No grant lets a
-- request delete: with one it could lock the whole table, too.
create function remove_webhook(webhook uuid) returns text language sql security definer set search_path = public, pg_temp as $$
  delete from webhooks where id = webhook and actor_can('manage_webhooks') returning name
$$;
